import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './field.module.css';

/** What a control needs to be connected with its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactElement;
}

/** A control with its label, a hint, and what is wrong with its value. */
export function Field({ label, hint, error, children }: FieldProps): ReactElement {
  const id = useId();
  const described = [hint === undefined ? undefined : `${id}-hint`, error === undefined ? undefined : `${id}-error`];
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error !== undefined,
      })}
      {hint !== undefined && (
        <span className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className={styles['error']} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
