import type { Customer } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { JsonDetails } from '../../ui/json';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { Metadata } from '../../ui/object-page';
import { ObjectTitle } from '../../ui/object-title';
import { customerFacts } from './customer-fields';
import { CustomerObjects } from './customer-objects';
import { customerQuery } from './customer-query';
import { DeleteCustomer } from './delete-customer';
import { EditCustomer } from './edit-customer';

export function CustomerPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/customers/$id' });
  const { data, error, isPending } = useQuery(customerQuery(client, mode, id));
  return (
    <>
      <ObjectTitle id={id} />
      {error !== null && <FailureNotice error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && <CustomerDetails customer={data} />}
    </>
  );
}

function CustomerDetails({ customer }: { readonly customer: Customer }): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const [done, setDone] = useState<string | null>(null);
  const finish = (text: string): void => {
    close();
    setDone(text);
  };
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {mayUse(session, mode, 'customers:write') && (
        <div>
          <Button onClick={() => setOpen('edit')}>Edit</Button>{' '}
          <Button kind="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      )}
      <Facts facts={customerFacts(customer)} />
      <Metadata metadata={customer.metadata} />
      <CustomerObjects id={customer.id} />
      <ShowCode call={retrieve('customers', customer.id)} />
      <JsonDetails value={customer} />
      {open === 'edit' && <EditCustomer customer={customer} onDone={finish} onClose={close} />}
      {open === 'delete' && <DeleteCustomer customer={customer} onClose={close} />}
    </>
  );
}
