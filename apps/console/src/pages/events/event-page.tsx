import type { Delivery, WebhookEvent } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { objectPath } from '../../lib/object-path';
import { timeText } from '../../lib/time';
import { readText } from '../../session/read-text';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/facts';
import { List } from '../../ui/list';
import { ObjectFailure } from '../../ui/object-failure';
import { ObjectTitle } from '../../ui/object-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { summaryOf } from './event-tail';
import styles from './events.module.css';

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Webhook', cell: ({ webhookId }) => webhookId },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.length },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function EventPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/events/$id' });
  const search = useSearch({ from: '/$mode/events/$id' });
  // As text: parsing and writing it again might not give the signed bytes.
  const { data: bytes, error } = useQuery({
    queryKey: [mode, 'event', id],
    queryFn: ({ signal }) => readText(mode, `/events/${encodeURIComponent(id)}`, signal),
    staleTime: Infinity,
  });
  return (
    <>
      <p>
        <Link to="/$mode/$" params={{ mode, _splat: 'events' }}>
          Back to the list
        </Link>
      </p>
      <ObjectTitle id={id} />
      {error !== null && <ObjectFailure error={error} />}
      {bytes !== undefined && (
        <>
          <Facts facts={eventFacts(JSON.parse(bytes) as WebhookEvent)} />
          <div className={styles['section']}>
            <div className={styles['title']}>
              <h2>Signed bytes</h2>
              <CopyButton text={bytes} label="signed bytes" />
            </div>
            <pre className={styles['bytes']} tabIndex={0} role="region" aria-label="Signed bytes">
              {bytes}
            </pre>
          </div>
          <section className={styles['section']} aria-labelledby="deliveries">
            <h2 id="deliveries">Deliveries</h2>
            <List
              name="Deliveries"
              of={id}
              search={search}
              load={(signal) => client.deliveries.list({ ...search, eventId: id }, { signal })}
              pathOf={(delivery) => `webhooks/${delivery.webhookId}/deliveries/${delivery.id}`}
              columns={COLUMNS}
              empty={<p>No webhook received the event.</p>}
            />
          </section>
        </>
      )}
    </>
  );
}

function eventFacts(event: WebhookEvent): Fact[] {
  const { type, created, objectId } = summaryOf(event);
  const path = objectId === null ? undefined : objectPath(objectId);
  return [
    { label: 'Type', text: type },
    { label: 'Object', text: objectId, isCopyable: true, ...(path === undefined ? {} : { path }) },
    { label: 'Created', text: timeText(created) },
  ];
}
