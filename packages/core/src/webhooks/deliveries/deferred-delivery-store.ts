import type { Database } from '../../platform/database/database.js';
import { idRangeOf, inIdRange } from '../../platform/database/id-range.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';

/** The reason of a deferred delivery: its endpoint keeps earlier ones waiting. */
const BUSY = 'endpoint_busy';

// Pruned, limited and planned like a claim. SKIP LOCKED: a locked delivery is being taken out of its wait.
const DEFER = namedQuery(
  'deliveries_defer',
  `WITH waiting AS MATERIALIZED (
     SELECT d.environment_id, d.id, r.wait_ms
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, wait_ms)
       JOIN deliveries d ON d.environment_id = r.environment_id AND d.id = r.id
      WHERE ${inIdRange('d.id', '$4', '$5')} AND (d.status = 'pending') IS TRUE AND (d.due_at <= now()) IS TRUE
        AND d.leased_until IS NULL
        FOR UPDATE OF d SKIP LOCKED
   )
   UPDATE deliveries d SET due_at = now() + w.wait_ms * interval '1 millisecond', reason = '${BUSY}', updated_at = now()
     FROM (SELECT * FROM waiting LIMIT cardinality($2)) w
    WHERE d.environment_id = w.environment_id AND d.id = w.id AND ${inIdRange('d.id', '$4', '$5')}`,
);

// Goes from one endpoint to the next, so that the cost does not depend on how many deliveries each has.
const ENDPOINTS = namedQuery(
  'deliveries_deferred',
  `WITH RECURSIVE endpoints AS (
     (SELECT environment_id, webhook_id, id FROM deliveries
       WHERE reason = '${BUSY}' AND webhook_id > $1 ORDER BY webhook_id, environment_id, id LIMIT 1)
      UNION ALL
     SELECT next.environment_id, next.webhook_id, next.id
       FROM endpoints e CROSS JOIN LATERAL (
         SELECT d.environment_id, d.webhook_id, d.id FROM deliveries d
          WHERE d.reason = '${BUSY}' AND d.webhook_id > e.webhook_id ORDER BY d.webhook_id, d.environment_id, d.id LIMIT 1
       ) next
   )
   SELECT environment_id AS "environmentId", webhook_id AS "webhookId", id FROM endpoints LIMIT $2`,
);

// The ids are found by the statement itself, too late to prune partitions. The environment comes from `found`: a parameter
// for it would let the planner find the rows by reading the whole environment.
const RECALL = namedQuery(
  'deliveries_recall',
  `WITH found AS MATERIALIZED (
     SELECT environment_id, id FROM deliveries
      WHERE environment_id = $1 AND webhook_id = $2 AND status = 'pending' AND reason = '${BUSY}' AND due_at > now() AND id >= $4
      ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
   )
   UPDATE deliveries d SET due_at = now(), reason = NULL, updated_at = now()
     FROM (SELECT * FROM found LIMIT $3) f
    WHERE d.environment_id = f.environment_id AND d.id = f.id
   RETURNING d.id, d.event_id AS "eventId"`,
);

/** A delivery, and its endpoint. */
export type DueDelivery = WorkRef & { readonly webhookId: string };

/** A delivery to defer. */
export interface Deferred {
  readonly due: WorkRef;
  readonly waitMs: number;
}

/** Writes and reads deferred deliveries, whose endpoint keeps earlier ones waiting. */
export class DeferredDeliveryStore {
  constructor(private readonly database: Database) {}

  /** Defers deliveries, without using up an attempt. */
  async defer(deferred: readonly Deferred[]): Promise<void> {
    const ids = deferred.map(({ due }) => due.id);
    await this.database
      .forSystem()
      .run(DEFER, [
        deferred.map(({ due }) => due.environmentId),
        ids,
        deferred.map(({ waitMs }) => Math.round(waitMs)),
        ...idRangeOf(ids),
      ]);
  }

  /** The endpoints after `behind` with deferred deliveries, by id, each with its oldest one. */
  endpoints(behind: string, most: number): Promise<readonly DueDelivery[]> {
    return this.database.forSystem().run<DueDelivery>(ENDPOINTS, [behind, most]);
  }

  /** Makes up to `most` deferred deliveries of an endpoint due, oldest first, from the id `from` on. */
  async recall(environmentId: number, webhookId: string, from: string, most: number): Promise<DueDelivery[]> {
    const values = [environmentId, webhookId, most, from];
    const rows = await this.database.forSystem().run<{ id: string; eventId: string }>(RECALL, values);
    return rows.map(({ id, eventId }) => ({ environmentId, id, webhookId, eventId }));
  }
}
