import type { Customer } from '@svc/sdk';
import type { ReactElement, ReactNode, SubmitEvent } from 'react';
import { failureOf } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { CUSTOMER_FIELDS, fieldValue, type CustomerEdits, type CustomerField } from './customer-fields';

interface CustomerFormProps {
  readonly title: string;
  readonly button: string;
  /** The values under the edits. */
  readonly customer?: Customer;
  readonly edits: CustomerEdits;
  readonly onEdit: (edits: CustomerEdits) => void;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What there is to say before the fields. */
  readonly children: ReactNode;
}

/** A dialog with the fields of a customer. */
export function CustomerForm(props: CustomerFormProps): ReactElement {
  const { title, button, customer, edits, onEdit, error, isPending, onSubmit, onClose, children } = props;
  const { fields } = failureOf(error);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  const close = (): void => {
    if (!isPending) onClose();
  };
  const input = (name: CustomerField, label: string): ReactElement => (
    <Field key={name} label={label} error={fields[`/${name}`]}>
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
  );
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={submit} noValidate>
        {children}
        {CUSTOMER_FIELDS.map(({ name, label }) => input(name, label))}
        <DialogButtons>
          <Button type="submit" kind="primary" aria-disabled={isPending}>
            {button}
          </Button>
          <Button onClick={close} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
