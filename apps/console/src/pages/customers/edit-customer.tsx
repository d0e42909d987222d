import type { Customer } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { changesBetween } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { failureOf } from '../../lib/problem';
import { FailureNotice } from '../../ui/notice';
import { changesTo, customerFacts, type CustomerEdits } from './customer-fields';
import { CustomerForm } from './customer-form';
import { customerQuery, type CustomerState } from './customer-query';

interface EditCustomerProps {
  readonly state: CustomerState;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/**
 * Changes what was written, if the customer is still the one that the person saw. Otherwise it shows what has changed, and
 * the person saves again.
 */
export function EditCustomer({ state, onDone, onClose }: EditCustomerProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const { id } = state.customer;
  const [seen, setSeen] = useState(state);
  const [edits, setEdits] = useState<CustomerEdits>({});
  const [changes, setChanges] = useState<readonly string[]>([]);

  const { mutate, error, isPending } = useMutation({
    mutationFn: async (): Promise<Customer | undefined> => {
      const params = changesTo(seen.customer, edits);
      return params && client.customers.update(id, params, { ifMatch: seen.etag });
    },
    onSuccess: async (customer) => {
      await queries.invalidateQueries({ queryKey: [mode] });
      onDone(customer === undefined ? 'Nothing was changed.' : 'The customer is saved.');
    },
    onError: async (refusal) => {
      if (failureOf(refusal).status !== 412) return;
      const fresh = await queries.query({ ...customerQuery(client, mode, id), staleTime: 0 });
      setChanges(changesBetween(customerFacts(seen.customer), customerFacts(fresh.customer)));
      setSeen(fresh);
    },
  });

  return (
    <CustomerForm
      title="Edit the customer"
      button="Save"
      customer={seen.customer}
      edits={edits}
      onEdit={setEdits}
      error={error}
      isPending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      {error !== null && (
        <FailureNotice error={error}>
          {changes.length > 0 && (
            <>
              <p>Somebody else has changed the customer. Save again to keep what you have written.</p>
              <ul>
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </>
          )}
        </FailureNotice>
      )}
    </CustomerForm>
  );
}
