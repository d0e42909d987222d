import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { newCustomer, type CustomerEdits } from './customer-fields';
import { CustomerForm } from './customer-form';

/** Creates a customer once, and leads to its page. */
export function CreateCustomer({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [edits, setEdits] = useState<CustomerEdits>({});
  return (
    <DialogForm
      title="Create a customer"
      action="Create customer"
      run={(idempotencyKey) => client.customers.create(newCustomer(edits), { idempotencyKey })}
      onDone={({ id }) => navigate({ to: '/$mode/customers/$id', params: { mode, id } })}
      onClose={onClose}
    >
      {(errors) => <CustomerForm edits={edits} onEdit={setEdits} errors={errors} />}
    </DialogForm>
  );
}
