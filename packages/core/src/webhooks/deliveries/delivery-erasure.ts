import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ErasedCustomer, PersonalTraces } from '../../platform/erasure/erasure-hooks.js';

// A worker that claimed a delivery before the event was rewritten still sends the old bytes, and the response may repeat
// them. The update waits for locked rows, so it also reaches those whose claim is about to commit.
const KEEP_NO_EXCERPTS = namedQuery(
  'deliveries_keep_no_excerpts',
  `UPDATE deliveries d SET keeps_excerpts = false
     FROM events e
    WHERE e.environment_id = $1 AND e.object_id = ANY ($2::bigint[])
      AND d.environment_id = $1 AND d.event_id = e.id AND d.status = 'pending'`,
);

const FORGET_EXCERPTS = namedQuery(
  'delivery_attempts_forget_excerpts',
  `UPDATE delivery_attempts a SET response_excerpt = NULL
     FROM events e JOIN deliveries d ON d.environment_id = e.environment_id AND d.event_id = e.id
    WHERE e.environment_id = $1 AND e.object_id = ANY ($2::bigint[])
      AND a.environment_id = $1 AND a.delivery_id = d.id AND a.response_excerpt IS NOT NULL`,
);

/** Erases responses to events. It runs after the commit of the rewritten events: by then all old bytes are claimed. */
export class DeliveryErasure implements PersonalTraces {
  readonly order = 2;

  erase(transaction: Transaction, { environmentId }: ErasedCustomer, objectIds: readonly string[]): Promise<void> {
    transaction.queue(KEEP_NO_EXCERPTS, [environmentId, objectIds]);
    transaction.queue(FORGET_EXCERPTS, [environmentId, objectIds]);
    return Promise.resolve();
  }
}
