import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { ErasedCustomer, PersonalTraces } from '../../platform/erasure/erasure-hooks.js';

// A worker that claimed a delivery before the event was rewritten still has the old bytes in hand, and what comes back
// may repeat them. The row is waited for, so that one whose claim is not committed yet is met as well.
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

/**
 * What endpoints answered to events. It comes after the rewritten events are committed: only then has every delivery that
 * carries the old bytes been claimed.
 */
export class DeliveryErasure implements PersonalTraces {
  readonly order = 2;

  erase(transaction: Transaction, { environmentId }: ErasedCustomer, objectIds: readonly string[]): Promise<void> {
    transaction.queue(KEEP_NO_EXCERPTS, [environmentId, objectIds]);
    transaction.queue(FORGET_EXCERPTS, [environmentId, objectIds]);
    return Promise.resolve();
  }
}
