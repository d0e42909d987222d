import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { errorAt, type FieldErrors } from '../../lib/problem';
import { useSession } from '../../session/session';
import { Choices } from '../../ui/choices';
import { Field } from '../../ui/field';
import type { KeyValues } from './key-values';

interface KeyFormProps {
  readonly values: KeyValues;
  readonly errors: FieldErrors;
}

/** The fields of a key. A person can grant the scopes that they have. */
export function KeyForm({ values, errors }: KeyFormProps): ReactElement {
  const { mode } = useMode();
  const { scopes } = useSession();
  const offered = [...new Set([...scopes[mode], ...values.scopes])];
  return (
    <>
      <Field label="Name" error={errors['/name']}>
        {(control) => <input {...control} name="name" maxLength={100} autoComplete="off" defaultValue={values.name} />}
      </Field>
      <Choices
        label="Scopes"
        name="scopes"
        options={offered}
        chosen={values.scopes}
        error={errorAt(errors, '/scopes')}
      />
      <Field
        label="Networks"
        hint="The networks from which the key works, such as 203.0.113.0/24, 2001:db8::/32. Any network if empty."
        error={errorAt(errors, '/allowedCidrs')}
      >
        {(control) => (
          <input {...control} name="networks" autoComplete="off" defaultValue={values.allowedCidrs.join(', ')} />
        )}
      </Field>
      <Field label="Last day" hint="The key does not expire if this is empty." error={errors['/expiresAt']}>
        {(control) => <input {...control} type="date" name="lastDay" defaultValue={values.lastDay} />}
      </Field>
    </>
  );
}
