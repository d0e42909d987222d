import type { AttemptState } from '../payments/processing/payment-attempt.entity.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import { BEGINNING, type DuePlace } from '../platform/queues/due-search.js';
import type { WorkRef } from '../platform/queues/work-queues.js';
import type { Claims } from '../platform/queues/work-turns.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { Mode } from '../security/environment.entity.js';
import { REFUND_COLUMNS, type Refund } from './refund.entity.js';

// Same form as `payments_claim`, for the same plan.
const CLAIM = namedQuery(
  'refunds_claim',
  `WITH taken AS MATERIALIZED (
     SELECT r.environment_id, r.id, p.processor, p.metadata, p.trace
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[]) LIMIT cardinality($3)) AS w (environment_id, id)
       JOIN refunds r ON r.environment_id = w.environment_id AND r.id = w.id
       JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
      WHERE (r.due_at <= now()) IS TRUE
        FOR UPDATE OF r SKIP LOCKED
   )
   UPDATE refunds r
      SET due_at = now() + $1::int * interval '1 millisecond', lease = r.lease + 1, pending_inquiry = 'asked'
     FROM (SELECT * FROM taken LIMIT cardinality($3)) t
    WHERE r.environment_id = t.environment_id AND r.id = t.id
    RETURNING ${REFUND_COLUMNS}, (SELECT mode FROM environments WHERE id = r.environment_id) AS mode, t.processor,
              t.metadata AS "paymentMetadata", t.trace, now() AS "claimedAt"`,
);

const DUE = namedQuery(
  'refunds_due',
  `SELECT environment_id AS "environmentId", id, due_at::text AS "dueAt" FROM refunds
    WHERE due_at <= now() - $1::int * interval '1 millisecond' AND due_at >= $2::timestamptz
      AND (due_at, environment_id, id) > ($2::timestamptz, $3::int, $4::bigint)
    ORDER BY due_at, environment_id, id LIMIT $5`,
);

// A refund has one attempt, however often it is claimed. `paymentReference` is the authorization of its payment.
const OPEN_ATTEMPT = namedQuery(
  'refund_attempts_open',
  `WITH opened AS (
     INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
     VALUES ($1, $2, $3, $4, 'open', now())
     ON CONFLICT (environment_id, refund_id) DO NOTHING
     RETURNING id, state, started_at, unclear_since
   ), stored AS (
     SELECT id, state, started_at, unclear_since, false AS is_repeat FROM opened
     UNION ALL
     SELECT id, state, started_at, unclear_since, true FROM refund_attempts WHERE environment_id = $1 AND refund_id = $3
   )
   SELECT s.id, s.state, s.started_at AS "startedAt", s.unclear_since AS "unclearSince", s.is_repeat AS "isRepeat", a.id AS "paymentReference"
     FROM stored s, payment_attempts a
    WHERE a.environment_id = $1 AND a.payment_id = $5 AND a.operation = 'authorize' AND a.state <> 'declined'`,
);

/** A refund leased by this worker, with the fields it needs of the payment and the database time of the claim. */
export type ClaimedRefund = Refund & {
  readonly mode: Mode;
  readonly processor: string;
  readonly paymentMetadata: Record<string, unknown>;
  readonly trace: Trace | null;
  readonly claimedAt: Date;
};

/** The stored request to the processor. */
export interface OpenRefundAttempt {
  readonly id: string;
  readonly state: AttemptState;
  readonly startedAt: Date;
  /** Since when the outcome has been unknown; null while it is known. */
  readonly unclearSince: Date | null;
  /** Whether an earlier claim stored it, and perhaps sent it. */
  readonly isRepeat: boolean;
  /** The attempt that took the payment's money. */
  readonly paymentReference: string;
}

/** Claims due refunds, each for one worker at a time. */
export class RefundClaims implements Claims<ClaimedRefund> {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly leaseMs: number,
  ) {}

  /** Claims those of the named refunds that are due and not leased. */
  claim(refs: readonly WorkRef[]): Promise<ClaimedRefund[]> {
    return this.database
      .forSystem()
      .run(CLAIM, [this.leaseMs, refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)]);
  }

  /** Up to `limit` refunds that have been due for `graceMs`, in any environment, longest first. */
  due(graceMs: number, limit: number, after: DuePlace = BEGINNING): Promise<(WorkRef & DuePlace)[]> {
    return this.database.forSystem().run(DUE, [graceMs, after.dueAt, after.environmentId, after.id, limit]);
  }

  /** Stores the attempt before it is sent, or finds that of an earlier claim. */
  async openAttempt(refund: ClaimedRefund): Promise<OpenRefundAttempt> {
    const id = await this.ids.one();
    const values = [refund.environmentId, id, refund.id, refund.processor, refund.paymentId];
    const [attempt] = await this.database.forSystem().run<OpenRefundAttempt>(OPEN_ATTEMPT, values);
    if (attempt === undefined) throw new Error('the payment of the refund has no authorization');
    return attempt;
  }
}
