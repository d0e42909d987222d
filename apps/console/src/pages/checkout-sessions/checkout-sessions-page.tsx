import type { CheckoutSession } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { CreateCheckoutSession } from './create-checkout-session';

const COLUMNS: readonly Column<CheckoutSession>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Payment', cell: ({ paymentStatus }) => <Status status={paymentStatus} /> },
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function CheckoutSessionsPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const search = useSearch({ from: '/$mode/checkout-sessions' });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageTitle title="Checkout sessions" />
      {mayUse(session, mode, 'payments:write') && (
        <div>
          <Button onClick={() => setCreating(true)}>Create</Button>
        </div>
      )}
      <Filters search={search}>
        <ChoiceFilter
          label="Status"
          name="status"
          value={search['status']}
          options={['open', 'completed', 'expired']}
        />
        <TextFilter label="Customer" name="customerId" value={search['customerId']} />
      </Filters>
      <List
        name="Checkout sessions"
        search={search}
        load={(signal) => client.checkoutSessions.list(search, { signal })}
        pathOf={({ id }) => `checkout-sessions/${id}`}
        columns={COLUMNS}
        empty={<p>There are no checkout sessions yet. Each one is a page on which a customer pays.</p>}
      />
      <ShowCode call={list('checkoutSessions', search)} />
      {isCreating && <CreateCheckoutSession onClose={() => setCreating(false)} />}
    </>
  );
}
