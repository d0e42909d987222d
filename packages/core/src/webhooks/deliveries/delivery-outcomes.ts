import type { Database } from '../../platform/database/database.js';
import { spanOf, within } from '../../platform/database/id-span.js';
import { GroupedWrites } from '../../platform/database/grouped-writes.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { SendError } from '../sending/connection-error.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { DeliveryStatus } from './delivery.entity.js';

/** What no endpoint can help: it says nothing of the endpoint's health. */
const OUR_PROXY: SendError = 'proxy_error';

// The first and the last id leave out the partitions of other weeks, and the limit makes the planner look each id up (see
// delivery-claims.ts). The lease fences it: what a worker writes after it has lost the delivery to another one has no
// effect. The endpoint is written only where its health turns: at the first failure after a success, the first success
// after a failure, and when it has failed for too long. Of several outcomes at once a success counts as the last.
// A function does that, in statements of its own: see schema/functions/deliveries.sql. Whether an endpoint can be disabled is
// asked so that no index of those that can serves: planned while there are few endpoints, the statement would read all there
// are each time, to find none.
const RECORD = namedQuery(
  'deliveries_record',
  `WITH recorded AS (
     UPDATE deliveries d
        SET status = g.status, attempts = d.attempts + 1, reason = g.reason, leased_until = NULL, updated_at = now(),
            due_at = CASE WHEN g.status = 'pending' THEN now() + g.retry_ms * interval '1 millisecond' END
       FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[],
                                  $8::int[], $9::text[], $10::text[], $11::text[]) LIMIT cardinality($2))
         AS g (environment_id, id, lease, status, reason, retry_ms, duration_ms, status_code, error, detail, excerpt)
      WHERE d.environment_id = g.environment_id AND d.id = g.id AND d.lease = g.lease AND d.leased_until IS NOT NULL
        AND ${within('d.id', '$13', '$14')}
      RETURNING d.environment_id, d.id, d.webhook_id, d.attempts, d.keeps_excerpts, d.status, g.duration_ms,
                g.status_code, g.error, g.detail, g.excerpt
   ), noted AS (
     INSERT INTO delivery_attempts
       (environment_id, delivery_id, n, at, duration_ms, status_code, error, detail, response_excerpt)
     SELECT environment_id, id, attempts, now() - duration_ms * interval '1 millisecond', duration_ms, status_code, error,
            detail, CASE WHEN keeps_excerpts THEN excerpt END
       FROM recorded
   ), judged AS (
     SELECT environment_id, webhook_id, bool_or(status = 'delivered') AS well, min(id) AS first
       FROM recorded WHERE error IS DISTINCT FROM '${OUR_PROXY}' GROUP BY environment_id, webhook_id
   ), turned AS MATERIALIZED (
     SELECT array_agg(w.environment_id) AS environment_ids, array_agg(w.id) AS ids, array_agg(j.well) AS well,
            array_agg(j.first) AS delivery_ids
       FROM judged j JOIN webhooks w ON w.environment_id = j.environment_id AND w.id = j.webhook_id
      WHERE CASE WHEN j.well THEN w.failing_since IS NOT NULL
                 ELSE w.failing_since IS NULL
                   OR (w.failing_since <= now() - $12::int * interval '1 millisecond' AND w.enabled AND w.deleted_at IS NULL)
             END
   ), disabled AS MATERIALIZED (
     SELECT d.environment_id, d.delivery_id
       FROM turned t, turn_endpoints(t.environment_ids, t.ids, t.well, t.delivery_ids, $12) d
      WHERE t.ids IS NOT NULL
   )
   SELECT CASE WHEN count(*) < cardinality($2) THEN ARRAY(SELECT environment_id || ' ' || id FROM recorded) END AS which,
          ARRAY(SELECT environment_id || ' ' || delivery_id FROM disabled) AS disabling
     FROM recorded`,
);

const CANCEL = namedQuery(
  'deliveries_cancel',
  `UPDATE deliveries SET status = 'cancelled', reason = $4, due_at = NULL, leased_until = NULL, updated_at = now()
    WHERE environment_id = $1 AND id = $2 AND lease = $3 AND leased_until IS NOT NULL`,
);

const RELEASE = namedQuery(
  'deliveries_release',
  `UPDATE deliveries SET due_at = now() + interval '1 minute', leased_until = NULL, updated_at = now()
    WHERE environment_id = $1 AND id = $2 AND lease = $3 AND leased_until IS NOT NULL`,
);

/** What came of one attempt. */
export interface AttemptRecord {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: SendError | null;
  readonly detail: string | null;
  readonly responseExcerpt: string | null;
}

/** Where a delivery goes from there: settled, or waiting for the next attempt. */
export interface Verdict {
  readonly status: Extract<DeliveryStatus, 'pending' | 'delivered' | 'failed'>;
  readonly reason: string | null;
  /** How long until the next attempt, when there is one. */
  readonly retryAfterMs: number | null;
}

/** What a record has brought about beside itself. */
export interface Recorded {
  /** Whether the endpoint has failed for so long that it was switched off. */
  readonly endpointDisabled: boolean;
}

/** What a statement has recorded; by their environments and ids. */
interface Written {
  /** Those that were, unless all were. */
  readonly which: readonly string[] | null;
  /** Those that had their endpoint switched off. */
  readonly disabling: readonly string[];
}

interface Outcome {
  readonly delivery: ClaimedDelivery;
  readonly attempt: AttemptRecord;
  readonly verdict: Verdict;
}

// A statement costs as much as ten rows of it do: a second one beside the first is for more than that can take.
const MAX_PER_GROUP = 100;
const MAX_IN_FLIGHT = 2;

/** Writes what came of deliveries, as long as the lease still holds; those that end together, together. */
export class DeliveryOutcomes {
  private readonly groups = new GroupedWrites<Outcome, Recorded | 'lost'>((outcomes) => this.write(outcomes), {
    mostPerGroup: MAX_PER_GROUP,
    mostUnderWay: MAX_IN_FLIGHT,
    leastBeside: MAX_PER_GROUP,
  });

  constructor(
    private readonly database: Database,
    /** An endpoint of which every attempt has failed for so long is switched off. */
    private readonly disableAfterMs: number,
  ) {}

  /** Records an attempt and its verdict. Undefined when the lease was lost meanwhile. */
  async record(delivery: ClaimedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<Recorded | undefined> {
    const recorded = await this.groups.add({ delivery, attempt, verdict });
    return recorded === 'lost' ? undefined : recorded;
  }

  private async write(outcomes: readonly Outcome[]): Promise<(Recorded | 'lost')[]> {
    const ids = outcomes.map(({ delivery }) => delivery.id);
    const retries = outcomes.map(({ verdict: { retryAfterMs: ms } }) => (ms === null ? null : Math.ceil(ms)));
    const [written] = await this.database
      .forSystem()
      .run<Written>(RECORD, [
        outcomes.map(({ delivery }) => delivery.environmentId),
        ids,
        outcomes.map(({ delivery }) => delivery.lease),
        outcomes.map(({ verdict }) => verdict.status),
        outcomes.map(({ verdict }) => verdict.reason),
        retries,
        outcomes.map(({ attempt }) => Math.round(attempt.durationMs)),
        outcomes.map(({ attempt }) => attempt.statusCode),
        outcomes.map(({ attempt }) => attempt.error),
        outcomes.map(({ attempt }) => attempt.detail),
        outcomes.map(({ attempt }) => attempt.responseExcerpt),
        this.disableAfterMs,
        ...spanOf(ids),
      ]);
    if (written === undefined) throw new Error('Postgres did not say what it has recorded');
    const which = written.which === null ? undefined : new Set(written.which);
    return outcomes.map(({ delivery }) => {
      const name = `${delivery.environmentId} ${delivery.id}`;
      return which?.has(name) === false ? 'lost' : { endpointDisabled: written.disabling.includes(name) };
    });
  }

  /** Ends a delivery that has nowhere to go. */
  async cancel(delivery: ClaimedDelivery, reason: string): Promise<void> {
    await this.database.forSystem().run(CANCEL, [...fence(delivery), reason]);
  }

  /** Gives a delivery back untried, to be taken up again a minute later. */
  async release(delivery: ClaimedDelivery): Promise<void> {
    await this.database.forSystem().run(RELEASE, fence(delivery));
  }
}

function fence(delivery: ClaimedDelivery): unknown[] {
  return [delivery.environmentId, delivery.id, delivery.lease];
}
