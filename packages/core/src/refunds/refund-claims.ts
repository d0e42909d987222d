import type { AttemptState } from '../payments/processing/payment-attempt.entity.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import { deferDue, dueByEnvironment } from '../platform/queues/due-rows.js';
import { AttemptClaims } from '../processors/attempt-claims.js';
import type { Mode } from '../security/environment.entity.js';
import { REFUND_COLUMNS, type Refund } from './refund.entity.js';

// Same form as `payments_claim`, for the same plan. The attempt is stored with the claim, before anything is sent. A refund has
// one, however often it is claimed. `paymentReference` is the authorization of its payment.
const CLAIM = namedQuery(
  'refunds_claim',
  `WITH taken AS MATERIALIZED (
     SELECT r.environment_id, r.id, w.attempt_id, p.processor, p.metadata
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[], $4::bigint[]) LIMIT cardinality($3)) AS w (environment_id, id, attempt_id)
       JOIN refunds r ON r.environment_id = w.environment_id AND r.id = w.id
       JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
      WHERE (r.due_at <= now()) IS TRUE
        FOR UPDATE OF r SKIP LOCKED
   ), claimed AS (
     UPDATE refunds r
        SET due_at = now() + $1::int * interval '1 millisecond', lease = r.lease + 1, pending_inquiry = 'asked'
       FROM (SELECT * FROM taken LIMIT cardinality($3)) t
      WHERE r.environment_id = t.environment_id AND r.id = t.id
      RETURNING ${REFUND_COLUMNS}, t.processor, t.metadata AS "paymentMetadata", t.attempt_id
   ), opened AS (
     INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
     SELECT "environmentId", attempt_id, id, processor, 'open', now() FROM claimed
     ON CONFLICT (environment_id, refund_id) DO NOTHING
     RETURNING environment_id, refund_id, id
   )
   SELECT c.*, e.mode, now() AS "claimedAt", coalesce(o.id, s.id) AS "attemptId", coalesce(s.state, 'open') AS state,
          coalesce(s.started_at, now()) AS "startedAt", s.unclear_since AS "unclearSince", o.id IS NULL AS "isRepeat",
          s.external_reference AS "externalReference", a.id AS "paymentReference",
          a.external_reference AS "paymentExternalReference"
     FROM (SELECT * FROM claimed LIMIT cardinality($3)) c
     JOIN environments e ON e.id = c."environmentId"
     LEFT JOIN opened o ON o.environment_id = c."environmentId" AND o.refund_id = c.id
     LEFT JOIN refund_attempts s ON s.environment_id = c."environmentId" AND s.refund_id = c.id
     LEFT JOIN payment_attempts a ON a.environment_id = c."environmentId" AND a.payment_id = c."paymentId"
           AND a.operation = 'authorize' AND a.state <> 'declined'
    WHERE coalesce(o.id, s.id) IS NOT NULL`,
);

const DUE = namedQuery(
  'refunds_due',
  dueByEnvironment({
    table: 'refunds',
    columns:
      '(SELECT processor FROM payments p WHERE p.environment_id = d.environment_id AND p.id = d.payment_id) AS processor',
    condition: 'true',
  }),
);

const DEFER = namedQuery('refunds_defer', deferDue({ table: 'refunds', condition: `true` }));

/** A refund leased by this worker, with what it needs of the payment, and its attempt. */
export type ClaimedRefund = Refund & {
  readonly mode: Mode;
  readonly processor: string;
  readonly paymentMetadata: Record<string, unknown>;
  /** The database time of the claim. */
  readonly claimedAt: Date;
  /** By `performance.now()`: after it another worker may have claimed the refund. */
  readonly leasedUntil: number;
  readonly attempt: OpenRefundAttempt;
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
  /** The processor's own reference of the refund; null until it is stored. */
  readonly externalReference: string | null;
  /** The processor's own reference of the payment's authorization. */
  readonly paymentExternalReference: string | null;
  /** The attempt that took the payment's money. Null if there is none, which is an error. */
  readonly paymentReference: string | null;
}

type ClaimedRow = Omit<ClaimedRefund, 'attempt' | 'leasedUntil'> &
  Omit<OpenRefundAttempt, 'id'> & { readonly attemptId: string };

/** Claims due refunds, each for one worker at a time. */
export class RefundClaims extends AttemptClaims<ClaimedRow, ClaimedRefund> {
  constructor(database: Database, ids: IdSource, leaseMs: number) {
    super(database, ids, leaseMs, { claim: CLAIM, due: DUE, defer: DEFER }, claimedOf);
  }
}

function claimedOf(row: ClaimedRow, leasedUntil: number): ClaimedRefund {
  const { attemptId: id, state, startedAt, unclearSince, isRepeat, paymentReference, ...rest } = row;
  const { externalReference, paymentExternalReference, ...refund } = rest;
  const references = { externalReference, paymentReference, paymentExternalReference };
  return { ...refund, leasedUntil, attempt: { id, state, startedAt, unclearSince, isRepeat, ...references } };
}
