import type { Customer } from '@svc/sdk';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { SuccessNotice } from '../../ui/notice';
import { ObjectPage } from '../../ui/object-page';
import { customerFacts } from './customer-fields';
import { CustomerObjects } from './customer-objects';
import { DeleteCustomer } from './delete-customer';
import { EditCustomer } from './edit-customer';

export function CustomerPage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/customers/$id' });
  return (
    <ObjectPage
      name="customer"
      id={id}
      read={(signal) => client.customers.retrieve(id, { signal })}
      actions={(customer) => <CustomerActions customer={customer} />}
      factsOf={customerFacts}
      call={retrieve('customers', id)}
    >
      {() => <CustomerObjects id={id} />}
    </ObjectPage>
  );
}

function CustomerActions({ customer }: { readonly customer: Customer }): ReactElement {
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
      {open === 'edit' && <EditCustomer customer={customer} onDone={finish} onClose={close} />}
      {open === 'delete' && <DeleteCustomer customer={customer} onClose={close} />}
    </>
  );
}
