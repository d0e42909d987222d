import type { EventKind } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

const INSERT = namedQuery(
  'deliveries_insert',
  `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
   SELECT $1::int, d.id, d.event_id, d.webhook_id, d.type, 'pending', now(), now()
     FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) AS d (id, event_id, webhook_id, type)`,
);

/** SQL for the status in the API: a pending delivery with a lease is `delivering`. */
export function shownStatus(row: string): string {
  return `CASE WHEN ${row}.status = 'pending' AND ${row}.leased_until IS NOT NULL THEN 'delivering' ELSE ${row}.status END`;
}

/** A delivery to be stored, due at once. */
export interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: EventKind;
}

/** Stores deliveries of one environment. */
export function insertDeliveries(
  transaction: Transaction,
  environmentId: number,
  deliveries: readonly NewDelivery[],
): void {
  transaction.queue(INSERT, [
    environmentId,
    deliveries.map((delivery) => delivery.id),
    deliveries.map((delivery) => delivery.eventId),
    deliveries.map((delivery) => delivery.webhookId),
    deliveries.map((delivery) => delivery.type),
  ]);
}
