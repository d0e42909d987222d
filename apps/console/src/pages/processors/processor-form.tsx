import type { ReactElement } from 'react';
import { errorAt, type FieldErrors } from '../../lib/problem';
import { Field } from '../../ui/field';
import { credentialFields, type ProcessorEntries } from './processor-values';

interface ProcessorFormProps {
  readonly kind: string;
  readonly entries: ProcessorEntries;
  readonly onEdit: (entries: ProcessorEntries) => void;
  readonly errors: FieldErrors;
}

const TERMS = [
  { name: 'name', label: 'Name', hint: undefined },
  { name: 'priority', label: 'Priority', hint: 'Of several that take a payment, the lowest number gets it.' },
  { name: 'currencies', label: 'Currencies', hint: 'Such as EUR, USD. Empty means all.' },
  { name: 'amountMin', label: 'Smallest amount', hint: 'In the smallest unit of the currency: 1000 is 10.00 EUR.' },
  { name: 'amountMax', label: 'Largest amount', hint: 'In the smallest unit of the currency.' },
] as const;

/** The name of a connection, which payments it takes, and its credentials, which the service never shows. */
export function ProcessorForm({ kind, entries, onEdit, errors }: ProcessorFormProps): ReactElement {
  const { credentials } = entries;
  return (
    <>
      {TERMS.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errorAt(errors, `/${name}`)}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={entries[name]}
              onChange={({ target }) => onEdit({ ...entries, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      {credentialFields(kind).map(({ name, label, isSecret }) => (
        <Field key={name} label={label} error={errors[`/credentials/${name}`]}>
          {(control) => (
            <input
              {...control}
              type={isSecret ? 'password' : 'url'}
              autoComplete={isSecret ? 'new-password' : 'off'}
              value={credentials[name] ?? ''}
              onChange={({ target }) => onEdit({ ...entries, credentials: { ...credentials, [name]: target.value } })}
            />
          )}
        </Field>
      ))}
    </>
  );
}
