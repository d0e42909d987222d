import type { ReactElement, ReactNode } from 'react';
import { Button } from './button';
import styles from './dialog-form.module.css';
import { FailureNotice } from './notice';

interface DialogFormProps {
  /** The name of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly mutation: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void };
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** The form of a dialog: its fields, what failed, and two buttons. A second Enter does nothing while one is in progress. */
export function DialogForm({ action, isDangerous, mutation, onCancel, children }: DialogFormProps): ReactElement {
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!mutation.isPending) mutation.mutate();
      }}
    >
      {mutation.error !== null && <FailureNotice error={mutation.error} />}
      {children}
      <div className={styles['actions']}>
        <Button kind={isDangerous === true ? 'danger' : 'primary'} type="submit" disabled={mutation.isPending}>
          {action}
        </Button>
        <Button onClick={onCancel}>Close</Button>
      </div>
    </form>
  );
}
