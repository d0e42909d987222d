import type { ReactElement } from 'react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { SuccessNotice } from '../../ui/notice';
import styles from './webhooks.module.css';

interface SecretProps {
  /** Null if it was shown before, which happens if the first answer was lost. */
  readonly secret: string | null;
  readonly done: string;
  readonly onClose: () => void;
}

/** The secret of a webhook, which is shown only once. */
export function Secret({ secret, done, onClose }: SecretProps): ReactElement {
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {secret === null ? (
        <p>Its secret cannot be shown again. Rotate the secret to get another one.</p>
      ) : (
        <>
          <p>Copy the signing secret now. It is not shown again.</p>
          <p>
            <code className={styles['secret']}>{secret}</code> <CopyButton text={secret} label="secret" />
          </p>
        </>
      )}
      <div>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
