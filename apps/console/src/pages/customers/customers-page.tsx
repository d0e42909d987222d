import type { Customer } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { listFilters } from '../../lib/filter-query';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Filters, MetadataFilter, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import type { Column } from '../../ui/table';
import { CreateCustomer } from './create-customer';

const COLUMNS: readonly Column<Customer>[] = [
  { title: 'E-mail', cell: ({ email }) => email },
  { title: 'Name', cell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function CustomersPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const search = useSearch({ from: '/$mode/customers' });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageTitle title="Customers" />
      {mayUse(session, mode, 'customers:write') && (
        <div>
          <Button onClick={() => setCreating(true)}>Create</Button>
        </div>
      )}
      <Filters search={search}>
        <TextFilter label="E-mail" name="email" value={search['email']} />
        <MetadataFilter search={search} />
      </Filters>
      <List
        name="Customers"
        search={search}
        load={(signal) => client.customers.list(listFilters(search), { signal })}
        pathOf={({ id }) => `customers/${id}`}
        columns={COLUMNS}
        empty={<p>There are no customers yet. A payment with an e-mail address creates one.</p>}
      />
      <ShowCode call={list('customers', listFilters(search))} />
      {isCreating && <CreateCustomer onClose={() => setCreating(false)} />}
    </>
  );
}
