import type { Database } from '../../platform/database/database.js';
import { idRangeOf, inIdRange } from '../../platform/database/id-range.js';
import { GroupedWrites } from '../../platform/database/grouped-writes.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { SendError } from '../../platform/http-client/connection-error.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { DeliveryStatus } from './delivery.entity.js';

/** No fault of the endpoint, so it does not affect its health. */
const OUR_PROXY: SendError = 'proxy_error';

// Span and LIMIT are as in delivery-claims.ts. The lease fences off a worker that lost the delivery. An endpoint is written
// only when its health changes: at the first failure, at the first success after it, and when it is disabled. A success
// counts as the last of a batch. A function writes it: see schema/functions/deliveries.sql. CASE keeps the planner off the
// index of endpoints that can be disabled: a plan made for few endpoints would read all of it each time.
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
        AND ${inIdRange('d.id', '$13', '$14')}
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

/** The result of an attempt. */
export interface AttemptRecord {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: SendError | null;
  readonly detail: string | null;
  readonly responseExcerpt: string | null;
}

/** The next state of a delivery: settled, or waiting for a retry. */
export interface Verdict {
  readonly status: Extract<DeliveryStatus, 'pending' | 'delivered' | 'failed'>;
  readonly reason: string | null;
  /** Delay of the next attempt; null when there is none. */
  readonly retryAfterMs: number | null;
}

export interface Recorded {
  /** Whether the endpoint was disabled, because it has failed for too long. */
  readonly endpointDisabled: boolean;
}

/** The deliveries that a statement has written, by environment and id. */
interface Written {
  /** Null when all were recorded. */
  readonly which: readonly string[] | null;
  /** Those whose endpoint was disabled. */
  readonly disabling: readonly string[];
}

interface Outcome {
  readonly delivery: ClaimedDelivery;
  readonly attempt: AttemptRecord;
  readonly verdict: Verdict;
}

// A statement costs as much as ten of its rows, so a second one in parallel is only for a full group.
const MAX_PER_GROUP = 100;
const MAX_IN_FLIGHT = 2;

/** Writes outcomes in groups, while the leases are valid. */
export class DeliveryOutcomes {
  private readonly groups = new GroupedWrites<Outcome, Recorded | 'lost'>((outcomes) => this.write(outcomes), {
    maxPerGroup: MAX_PER_GROUP,
    maxInFlight: MAX_IN_FLIGHT,
    minForParallelGroup: MAX_PER_GROUP,
  });

  constructor(
    private readonly database: Database,
    /** An endpoint whose attempts have all failed for so long is disabled. */
    private readonly disableAfterMs: number,
  ) {}

  /** Records an attempt and its verdict; undefined when the lease was lost. */
  async record(delivery: ClaimedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<Recorded | undefined> {
    const recorded = await this.groups.add({ delivery, attempt, verdict });
    return recorded === 'lost' ? undefined : recorded;
  }

  /**
   * Writes a group. What is missing is written once more before its lease counts as lost: when Postgres 18 looks again at a
   * row that another transaction has just changed, a plan that prunes partitions finds neither this row nor those after it.
   */
  private async write(outcomes: readonly Outcome[]): Promise<(Recorded | 'lost')[]> {
    const recorded = await this.writeOnce(outcomes);
    const missing = outcomes.filter((_, index) => recorded[index] === 'lost');
    if (missing.length === 0) return recorded;
    const second = await this.writeOnce(missing);
    return recorded.map((each) => (each === 'lost' ? (second.shift() ?? 'lost') : each));
  }

  private async writeOnce(outcomes: readonly Outcome[]): Promise<(Recorded | 'lost')[]> {
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
        ...idRangeOf(ids),
      ]);
    if (written === undefined) throw new Error('deliveries_record returned no row');
    const which = written.which === null ? undefined : new Set(written.which);
    return outcomes.map(({ delivery }) => {
      const name = `${delivery.environmentId} ${delivery.id}`;
      return which?.has(name) === false ? 'lost' : { endpointDisabled: written.disabling.includes(name) };
    });
  }

  /** Ends a delivery that cannot be sent. */
  async cancel(delivery: ClaimedDelivery, reason: string): Promise<void> {
    await this.database.forSystem().run(CANCEL, [...fence(delivery), reason]);
  }

  /** Releases a delivery without an attempt; it is due again in a minute. */
  async release(delivery: ClaimedDelivery): Promise<void> {
    await this.database.forSystem().run(RELEASE, fence(delivery));
  }
}

function fence(delivery: ClaimedDelivery): unknown[] {
  return [delivery.environmentId, delivery.id, delivery.lease];
}
