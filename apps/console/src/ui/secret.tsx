import type { ReactElement } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { SuccessNotice } from './notice';
import styles from './secret.module.css';

interface SecretProps {
  /** What it is called, such as `signing secret`. */
  readonly name: string;
  /** Null if it was shown before, which happens if the first answer was lost. */
  readonly secret: string | null;
  readonly done: string;
  readonly onClose: () => void;
}

/** A new secret, which is shown only once and leaves the page with the dialog. */
export function Secret({ name, secret, done, onClose }: SecretProps): ReactElement {
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {secret === null ? (
        <p>Its secret cannot be shown again. Rotate it to get another one.</p>
      ) : (
        <>
          <p>Copy the {name} now. It is not shown again.</p>
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
