import type { ReactElement } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { SuccessNotice } from './notice';
import styles from './secret-dialog.module.css';

interface SecretDialogProps {
  readonly title: string;
  /** What it is called, such as `signing secret`. */
  readonly name: string;
  /** Null if it was shown before, which happens if the first answer was lost. */
  readonly secret: string | null;
  readonly done: string;
  readonly onClose: () => void;
}

/** Shows a new secret once. It leaves the page with the dialog, which only Done closes. */
export function SecretDialog({ title, name, secret, done, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog title={title}>
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
    </Dialog>
  );
}
