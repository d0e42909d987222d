import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { eraseFromJson } from '../platform/erasure/erased-json.js';
import type { ErasedCustomer, PersonalTraces } from '../platform/erasure/erasure-hooks.js';

const ABOUT = namedQuery(
  'events_about',
  'SELECT id, body FROM events WHERE environment_id = $1 AND object_id = ANY ($2::bigint[])',
);

const REWRITE = namedQuery(
  'events_rewrite',
  `UPDATE events e SET body = r.body
     FROM unnest($2::bigint[], $3::bytea[]) AS r (id, body)
    WHERE e.environment_id = $1 AND e.id = r.id`,
);

/** Erases a customer from stored events; later deliveries carry the rewritten bytes. */
export class EventErasure implements PersonalTraces {
  readonly order = 1;

  async erase(transaction: Transaction, customer: ErasedCustomer, objectIds: readonly string[]): Promise<void> {
    const { environmentId, customerId } = customer;
    const events = await transaction.run<{ id: string; body: Buffer }>(ABOUT, [environmentId, objectIds]);
    const rewritten = events
      .map(({ id, body }) => ({
        id,
        before: body,
        body: Buffer.from(eraseFromJson(body.toString('utf8'), customerId)),
      }))
      .filter(({ before, body }) => !body.equals(before));
    if (rewritten.length === 0) return;
    const values = [rewritten.map(({ id }) => id), rewritten.map(({ body }) => body)];
    transaction.queue(REWRITE, [environmentId, ...values]);
  }
}
