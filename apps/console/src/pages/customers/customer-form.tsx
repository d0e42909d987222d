import type { Customer } from '@svc/sdk';
import type { ReactElement } from 'react';
import type { FieldErrors } from '../../lib/problem';
import { Field } from '../../ui/field';
import { CUSTOMER_FIELDS, fieldValue, type CustomerEdits } from './customer-fields';

interface CustomerFormProps {
  /** The values under the edits. */
  readonly customer?: Customer;
  readonly edits: CustomerEdits;
  readonly onEdit: (edits: CustomerEdits) => void;
  readonly errors: FieldErrors;
}

/** The fields of a customer. */
export function CustomerForm({ customer, edits, onEdit, errors }: CustomerFormProps): ReactElement {
  return (
    <>
      {CUSTOMER_FIELDS.map(({ name, label }) => (
        <Field key={name} label={label} error={errors[`/${name}`]}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              type={name === 'email' ? 'email' : 'text'}
              value={edits[name] ?? fieldValue(customer, name)}
              onChange={({ target }) => onEdit({ ...edits, [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </>
  );
}
