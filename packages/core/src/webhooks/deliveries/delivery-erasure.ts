import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ErasedCustomer, PersonalTraces, TracePage, TracePosition } from '../../platform/erasure/erasure-hooks.js';

const EVENTS = namedQuery(
  'deliveries_erased_events',
  `SELECT object_id AS "objectId", id FROM events
    WHERE environment_id = $1 AND object_id = ANY ($2::bigint[]) AND (object_id, id) > ($3, $4)
    ORDER BY object_id, id LIMIT $5`,
);

const DELIVERIES = namedQuery(
  'deliveries_of_erased_events',
  `SELECT event_id AS "eventId", webhook_id AS "webhookId", id FROM deliveries
    WHERE environment_id = $1 AND event_id = ANY ($2::bigint[]) AND (event_id, webhook_id, id) > ($3, $4, $5)
    ORDER BY event_id, webhook_id, id LIMIT $6`,
);

// A worker that claimed a delivery before the event was rewritten still sends the old bytes, and the response may repeat
// them. The update waits for locked rows, so it also reaches those whose claim is about to commit. It names ids and joins
// nothing: a plan that does may miss the rows after one that it has waited for (docs/decisions/0035).
const KEEP_NO_EXCERPTS = namedQuery(
  'deliveries_keep_no_excerpts',
  `UPDATE deliveries SET keeps_excerpts = false
    WHERE environment_id = $1 AND id = ANY ($2::bigint[]) AND status = 'pending'`,
);

// A delivery has an attempt for each delay of its schedule, and one more.
const FORGET_EXCERPTS = namedQuery(
  'delivery_attempts_forget_excerpts',
  `UPDATE delivery_attempts SET response_excerpt = NULL
    WHERE environment_id = $1 AND delivery_id = ANY ($2::bigint[]) AND response_excerpt IS NOT NULL`,
);

interface ErasedEvent {
  readonly objectId: string;
  readonly id: string;
}

interface ErasedDelivery {
  readonly eventId: string;
  readonly webhookId: string;
  readonly id: string;
}

/** Before the deliveries of a page of events. */
const FIRST: TracePosition = ['0', '0', '0'];

/** Before the first event, and its first delivery. */
const START: TracePosition = ['0', '0', ...FIRST];

/** Erases responses to events. It runs after the commit of the rewritten events: by then all old bytes are claimed. */
export class DeliveryErasure implements PersonalTraces {
  readonly order = 2;

  /** A page of events is read again for each page of its deliveries: an event may have any number of them. */
  async erase(
    transaction: Transaction,
    { environmentId }: ErasedCustomer,
    { objectIds, after = START, limit }: TracePage,
  ): Promise<TracePosition | undefined> {
    const [beforeEvents, afterDelivery] = [after.slice(0, 2), after.slice(2)];
    const events = await transaction.run<ErasedEvent>(EVENTS, [environmentId, objectIds, ...beforeEvents, limit]);
    const eventIds = events.map(({ id }) => id);
    const found = [environmentId, eventIds, ...afterDelivery, limit];
    const deliveries = await transaction.run<ErasedDelivery>(DELIVERIES, found);
    const ids = deliveries.map(({ id }) => id);
    transaction.queue(KEEP_NO_EXCERPTS, [environmentId, ids]);
    transaction.queue(FORGET_EXCERPTS, [environmentId, ids]);
    const lastDelivery = deliveries.at(-1);
    if (lastDelivery !== undefined && deliveries.length === limit)
      return [...beforeEvents, lastDelivery.eventId, lastDelivery.webhookId, lastDelivery.id];
    const lastEvent = events.at(-1);
    return lastEvent === undefined || events.length < limit ? undefined : [lastEvent.objectId, lastEvent.id, ...FIRST];
  }
}
