import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { DeliveryStatus } from './delivery.entity.js';

// The lease fences it: what a worker writes after it has lost the delivery to another one has no effect. The endpoint is
// written only where its health turns: at the first failure after a success, the first success after a failure, and when
// it has failed for too long.
const RECORD = namedQuery(
  'deliveries_record',
  `WITH recorded AS (
     UPDATE deliveries
        SET status = $4, attempts = attempts + 1, reason = $5, updated_at = now(),
            due_at = CASE WHEN $4 = 'pending' THEN now() + $6::int * interval '1 millisecond' END
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'delivering'
      RETURNING environment_id, id, webhook_id, attempts, keeps_excerpts
   ), noted AS (
     INSERT INTO delivery_attempts
       (environment_id, delivery_id, n, at, duration_ms, status_code, error, detail, response_excerpt)
     SELECT environment_id, id, attempts, now() - $7::int * interval '1 millisecond', $7::int, $8, $9, $10,
            CASE WHEN keeps_excerpts THEN $11 END
       FROM recorded
   ), recovered AS (
     UPDATE webhooks w SET failing_since = NULL FROM recorded r
      WHERE $4 = 'delivered' AND w.environment_id = r.environment_id AND w.id = r.webhook_id
        AND w.failing_since IS NOT NULL
   ), faltered AS (
     UPDATE webhooks w SET failing_since = now() FROM recorded r
      WHERE $4 <> 'delivered' AND w.environment_id = r.environment_id AND w.id = r.webhook_id
        AND w.failing_since IS NULL
   ), disabled AS (
     UPDATE webhooks w
        SET enabled = false, version = w.version + 1, updated_at = date_trunc('milliseconds', now()),
            disabled_reason = to_char(w.failing_since AT TIME ZONE 'UTC',
              '"Every attempt has failed since "YYYY-MM-DD"T"HH24:MI:SS"Z."')
       FROM recorded r
      WHERE $4 <> 'delivered' AND w.environment_id = r.environment_id AND w.id = r.webhook_id
        AND w.failing_since <= now() - $12::int * interval '1 millisecond' AND w.enabled AND w.deleted_at IS NULL
     RETURNING w.id
   )
   SELECT EXISTS (SELECT 1 FROM disabled) AS "endpointDisabled" FROM recorded`,
);

const CANCEL = namedQuery(
  'deliveries_cancel',
  `UPDATE deliveries SET status = 'cancelled', reason = $4, due_at = NULL, updated_at = now()
    WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'delivering'`,
);

const RELEASE = namedQuery(
  'deliveries_release',
  `UPDATE deliveries SET status = 'pending', due_at = now() + interval '1 second', updated_at = now()
    WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'delivering'`,
);

/** What came of one attempt. */
export interface AttemptRecord {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
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

/** Writes what came of deliveries, as long as the lease still holds. */
export class DeliveryOutcomes {
  constructor(
    private readonly database: Database,
    /** An endpoint of which every attempt has failed for so long is switched off. */
    private readonly disableAfterMs: number,
  ) {}

  /** Records an attempt and its verdict. Undefined when the lease was lost meanwhile. */
  async record(delivery: ClaimedDelivery, attempt: AttemptRecord, verdict: Verdict): Promise<Recorded | undefined> {
    const [recorded] = await this.database
      .forSystem()
      .run<Recorded>(RECORD, [
        ...fence(delivery),
        verdict.status,
        verdict.reason,
        verdict.retryAfterMs === null ? null : Math.ceil(verdict.retryAfterMs),
        Math.round(attempt.durationMs),
        attempt.statusCode,
        attempt.error,
        attempt.detail,
        attempt.responseExcerpt,
        this.disableAfterMs,
      ]);
    return recorded;
  }

  /** Ends a delivery that has nowhere to go. */
  async cancel(delivery: ClaimedDelivery, reason: string): Promise<void> {
    await this.database.forSystem().run(CANCEL, [...fence(delivery), reason]);
  }

  /** Gives a delivery back untried, to be taken up again a moment later. */
  async release(delivery: ClaimedDelivery): Promise<void> {
    await this.database.forSystem().run(RELEASE, fence(delivery));
  }
}

function fence(delivery: ClaimedDelivery): unknown[] {
  return [delivery.environmentId, delivery.id, delivery.lease];
}
