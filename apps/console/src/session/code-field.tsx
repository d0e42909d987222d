import { useEffect, useRef, type ReactElement } from 'react';
import { Field } from '../ui/field';

interface CodeFieldProps {
  readonly error?: string | undefined;
  readonly hint?: string;
  /** Whether it appears in a form that is already open. It then gets the focus. */
  readonly isAdded?: boolean;
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({
  error,
  hint = 'From your authenticator app, or a recovery code.',
  isAdded = false,
}: CodeFieldProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAdded) field.current?.focus();
  }, [isAdded]);
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => <input {...control} ref={field} name="code" autoComplete="one-time-code" required maxLength={20} />}
    </Field>
  );
}
