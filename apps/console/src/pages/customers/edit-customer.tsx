import type { Customer } from '@svc/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { changesBetween } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { updateSeen } from '../../lib/problem';
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
  const [seen, setSeen] = useState(customer);
  const [edits, setEdits] = useState<CustomerEdits>({});
  const params = changesTo(seen, edits);
  const readChanges = async (): Promise<string[]> => {
    const current = await queries.query({ ...customerQuery(client, mode, id), staleTime: 0 });
    setSeen(current);
    return changesBetween(customerFacts(seen), customerFacts(current));
  };
  return (
    <DialogForm
      title="Edit the customer"
      action="Save"
      run={async () => {
        if (params === undefined) return 'Nothing was changed.';
        await updateSeen(() => client.customers.update(id, params, { ifMatch: `"${seen.version}"` }), readChanges);
        return 'The customer was saved.';
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(errors) => <CustomerForm customer={seen} edits={edits} onEdit={setEdits} errors={errors} />}
    </DialogForm>
  );
}
