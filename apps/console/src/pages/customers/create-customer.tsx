import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { FailureNotice } from '../../ui/notice';
import { newCustomer, type CustomerEdits } from './customer-fields';
import { CustomerForm } from './customer-form';

/** Creates a customer once, and leads to its page. */
export function CreateCustomer({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [edits, setEdits] = useState<CustomerEdits>({});
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.customers.create(newCustomer(edits), { idempotencyKey }),
    onSuccess: ({ id }) => navigate({ to: '/$mode/customers/$id', params: { mode, id } }),
  });
  return (
    <CustomerForm
      title="Create a customer"
      button="Create customer"
      edits={edits}
      onEdit={setEdits}
      error={error}
      isPending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      {error !== null && <FailureNotice error={error} />}
    </CustomerForm>
  );
}
