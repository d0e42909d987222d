import type { ReactElement } from 'react';
import { Field } from '../ui/field';

/** The code of an authenticator app, or a recovery code. */
export function CodeField({
  error,
  hint = 'From your authenticator app, or a recovery code.',
}: {
  readonly error?: string | undefined;
  readonly hint?: string;
}): ReactElement {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => <input {...control} name="code" autoComplete="one-time-code" required maxLength={20} />}
    </Field>
  );
}
