import type { Database } from '../../platform/database/database.js';
import { spanOf, within } from '../../platform/database/id-span.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { DueDelivery } from './delivery-backlog.js';

/** Why a delivery waits that is due: its endpoint keeps those before it waiting. */
const BUSY = 'endpoint_busy';

// Bounded, limited and asked as a claim is. Whoever holds one of them takes it out of its wait, and is not waited for.
const POSTPONE = namedQuery(
  'deliveries_postpone',
  `WITH waiting AS MATERIALIZED (
     SELECT d.environment_id, d.id, r.wait_ms
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, wait_ms)
       JOIN deliveries d ON d.environment_id = r.environment_id AND d.id = r.id
      WHERE ${within('d.id', '$4', '$5')} AND (d.status = 'pending') IS TRUE AND (d.due_at <= now()) IS TRUE
        AND d.leased_until IS NULL
        FOR UPDATE OF d SKIP LOCKED
   )
   UPDATE deliveries d SET due_at = now() + w.wait_ms * interval '1 millisecond', reason = '${BUSY}', updated_at = now()
     FROM (SELECT * FROM waiting LIMIT cardinality($2)) w
    WHERE d.environment_id = w.environment_id AND d.id = w.id AND ${within('d.id', '$4', '$5')}`,
);

// From one endpoint to the next, so that it costs the same however much was put off for each.
const PUT_OFF = namedQuery(
  'deliveries_put_off',
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

// Which ids they are is found by the statement itself, too late to leave partitions out before it begins. The environment
// comes from what is found: given twice, it alone would do to find the rows again, by reading all that it has.
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

/** A delivery that is to wait for its endpoint. */
export interface Postponed {
  readonly due: DueDelivery;
  readonly waitMs: number;
}

/** Deliveries that wait, though they were due, since their endpoint keeps those before them waiting. */
export class PutOffDeliveries {
  constructor(private readonly database: Database) {}

  /** Puts deliveries off that their endpoint could not take now. No attempt is used up. */
  async postpone(postponed: readonly Postponed[]): Promise<void> {
    const ids = postponed.map(({ due }) => due.id);
    await this.database
      .forSystem()
      .run(POSTPONE, [
        postponed.map(({ due }) => due.environmentId),
        ids,
        postponed.map(({ waitMs }) => Math.round(waitMs)),
        ...spanOf(ids),
      ]);
  }

  /** The endpoints behind one for which anything was put off, in the order of their ids, each with the oldest of it. */
  endpoints(behind: string, most: number): Promise<readonly DueDelivery[]> {
    return this.database.forSystem().run<DueDelivery>(PUT_OFF, [behind, most]);
  }

  /** Has up to `most` deliveries fall due that were put off for their endpoint, the oldest first, those before `from` aside. */
  async recall(environmentId: number, webhookId: string, from: string, most: number): Promise<DueDelivery[]> {
    const values = [environmentId, webhookId, most, from];
    const rows = await this.database.forSystem().run<{ id: string; eventId: string }>(RECALL, values);
    return rows.map(({ id, eventId }) => ({ environmentId, id, webhookId, eventId }));
  }
}
