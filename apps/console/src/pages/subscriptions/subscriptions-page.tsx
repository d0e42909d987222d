import type { Subscription } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { ObjectLink } from '../../ui/object-link';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { CreateSubscription } from './create-subscription';
import { intervalText } from './subscription-facts';

const COLUMNS: readonly Column<Subscription>[] = [
  { title: 'Amount', isNumber: true, cell: ({ amount }) => moneyText(amount) },
  { title: 'Interval', cell: intervalText },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Customer', cell: ({ customerId }) => <ObjectLink section="customers" id={customerId} /> },
  { title: 'Next payment', cell: ({ nextPaymentAt }) => nextPaymentAt && timeText(nextPaymentAt) },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function SubscriptionsPage(): ReactElement {
  const { mode, client } = useMode();
  const search = useSearch({ from: '/$mode/subscriptions' });
  const [isCreating, setCreating] = useState(false);
  const mayWrite = mayUse(useSession(), mode, 'customers:write');
  return (
    <>
      <PageTitle title="Subscriptions" />
      {mayWrite && (
        <div>
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create subscription
          </Button>
        </div>
      )}
      {isCreating && <CreateSubscription onClose={() => setCreating(false)} />}
      <Filters search={search}>
        <ChoiceFilter
          label="Status"
          name="status"
          value={search['status']}
          options={['scheduled', 'active', 'past_due', 'cancelled']}
        />
        <TextFilter label="Customer" name="customerId" value={search['customerId']} />
      </Filters>
      <List
        name="Subscriptions"
        search={search}
        load={(signal) => client.subscriptions.list(search, { signal })}
        pathOf={({ id }) => `subscriptions/${id}`}
        columns={COLUMNS}
        empty={
          <>
            <p>There are no subscriptions yet. This call creates one:</p>
            <pre tabIndex={0}>{`curl ${window.location.origin}/v1/subscriptions \\
  -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
  -d '{"customerId":"cust_…","amount":{"value":1000,"currency":"EUR"},"interval":"month","intervalCount":1}'`}</pre>
          </>
        }
      />
    </>
  );
}
