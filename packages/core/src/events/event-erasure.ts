import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { eraseFromJson } from '../platform/erasure/erased-json.js';
import type { ErasedCustomer, PersonalTraces, TracePage, TracePosition } from '../platform/erasure/erasure-hooks.js';

const ABOUT = namedQuery(
  'events_about',
  `SELECT object_id AS "objectId", id, body FROM events
    WHERE environment_id = $1 AND object_id = ANY ($2::bigint[]) AND (object_id, id) > ($3, $4)
    ORDER BY object_id, id LIMIT $5`,
);

// Without a join: see docs/decisions/0035. Another worker may be rewriting some of these events.
const REWRITE = namedQuery(
  'events_rewrite',
  `UPDATE events SET body = ($3::bytea[])[array_position($2::bigint[], id)]
    WHERE environment_id = $1 AND id = ANY ($2::bigint[])`,
);

const START: TracePosition = ['0', '0'];

interface EventAbout {
  readonly objectId: string;
  readonly id: string;
  readonly body: Buffer;
}

/** Erases a customer from stored events; later deliveries carry the rewritten bytes. */
export class EventErasure implements PersonalTraces {
  readonly order = 1;

  async erase(
    transaction: Transaction,
    { environmentId, customerId }: ErasedCustomer,
    { objectIds, after = START, limit }: TracePage,
  ): Promise<TracePosition | undefined> {
    const events = await transaction.run<EventAbout>(ABOUT, [environmentId, objectIds, ...after, limit]);
    const rewritten = events
      .map(({ id, body }) => ({
        id,
        before: body,
        body: Buffer.from(eraseFromJson(body.toString('utf8'), customerId)),
      }))
      .filter(({ before, body }) => !body.equals(before));
    if (rewritten.length > 0) {
      const values = [rewritten.map(({ id }) => id), rewritten.map(({ body }) => body)];
      transaction.queue(REWRITE, [environmentId, ...values]);
    }
    const last = events.at(-1);
    return last === undefined || events.length < limit ? undefined : [last.objectId, last.id];
  }
}
