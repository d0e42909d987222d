import type { Delivery } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { deliveryStatuses, eventKinds } from '../../generated/webhook-terms';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { listRefreshMs } from './delivery-state';
import styles from './webhooks.module.css';

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.length },
  { title: 'Last answer', cell: ({ attempts }) => lastAnswer(attempts.at(-1)) },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

/** The deliveries to a webhook. */
export function Deliveries({ id }: { readonly id: string }): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/webhooks/$id' });
  return (
    <section className={styles['section']} aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <Filters search={search}>
        <ChoiceFilter label="Status" name="status" value={search['status']} options={deliveryStatuses} />
        <ChoiceFilter label="Type" name="type" value={search['type']} options={eventKinds} />
        <TextFilter label="Event" name="eventId" value={search['eventId']} />
      </Filters>
      <List
        name="Deliveries"
        of={id}
        search={search}
        load={(signal) => client.webhooks.listDeliveries(id, search, { signal })}
        pathOf={(delivery) => `webhooks/${id}/deliveries/${delivery.id}`}
        columns={COLUMNS}
        empty={<p>Nothing was delivered yet. Deliveries of events that the webhook receives appear here.</p>}
        refreshMs={(deliveries) => listRefreshMs(deliveries, Date.now())}
      />
    </section>
  );
}

function lastAnswer(attempt: Delivery['attempts'][number] | undefined): string | number | null {
  if (attempt === undefined) return null;
  return attempt.statusCode ?? attempt.error?.replaceAll('_', ' ') ?? null;
}
