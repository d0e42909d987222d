import type { ReactElement } from 'react';
import { Field } from '../ui/field';

/** The code of an authenticator app, or a recovery code. */
export function CodeField({ error }: { readonly error?: string | undefined }): ReactElement {
  return (
    <Field label="Code" hint="From your authenticator app, or a recovery code." error={error}>
      {(control) => <input {...control} name="code" autoComplete="one-time-code" required maxLength={20} />}
    </Field>
  );
}
