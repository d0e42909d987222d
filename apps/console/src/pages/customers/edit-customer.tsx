import type { Customer } from '@svc/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { useSeen } from '../../lib/seen';
import { DialogForm } from '../../ui/dialog-form';
import { changesTo, customerFacts, type CustomerEdits } from './customer-fields';
import { CustomerForm } from './customer-form';
import { customerQuery } from './customer-query';

interface EditCustomerProps {
  readonly customer: Customer;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Changes what was written in the version that was open. If somebody else has changed it since, says what first. */
export function EditCustomer({ customer, onDone, onClose }: EditCustomerProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const { id } = customer;
  const read = () => queries.query({ ...customerQuery(client, mode, id), staleTime: 0 });
  const [seen, update] = useSeen(customer, read, customerFacts);
  const [edits, setEdits] = useState<CustomerEdits>({});
  const params = changesTo(seen, edits);
  return (
    <DialogForm
      title="Edit the customer"
      action="Save"
      run={async () => {
        if (params === undefined) return 'Nothing was changed.';
        await update((options) => client.customers.update(id, params, options));
        return 'The customer was saved.';
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(errors) => <CustomerForm customer={seen} edits={edits} onEdit={setEdits} errors={errors} />}
    </DialogForm>
  );
}
