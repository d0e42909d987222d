import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { IdSource } from '../../platform/ids.js';
import { deferDue, dueByEnvironment } from '../../platform/queues/due-rows.js';
import { AttemptClaims } from '../../processors/attempt-claims.js';
import type { Mode } from '../../security/environment.entity.js';
import type { AttemptState } from './payment-attempt.entity.js';
import { PAYMENT_COLUMNS, type Payment } from '../payment.entity.js';

// IS TRUE and LIMIT keep the planner off the indexes of due and pending payments: the named rows are found by primary key,
// however many others wait and whenever the plan was made (docs/decisions/0004).
//
// The attempt is stored with the claim, before anything is sent. At most one attempt per operation is open or approved; a
// repeated claim finds it. An authorization is its own; a capture or void also needs that of its payment. A payment whose
// attempt another process stores at the same time is left out: nothing may be sent without one, and its lease ends by itself.
//
// An authorization that was not sent before its time was up stays unsent: no later claim may send it if this worker ends.
const CLAIM = namedQuery(
  'payments_claim',
  `WITH taken AS MATERIALIZED (
     SELECT p.environment_id, p.id, r.attempt_id, p.unsent
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[], $4::bigint[]) LIMIT cardinality($3)) AS r (environment_id, id, attempt_id)
       JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.id
      WHERE (p.due_at <= now()) IS TRUE AND (p.status = 'pending') IS TRUE
        FOR UPDATE OF p SKIP LOCKED
   ), claimed AS (
     UPDATE payments p
        SET due_at = now() + $1::int * interval '1 millisecond', lease = p.lease + 1, pending_inquiry = 'asked',
            unsent = (p.expires_at <= now() + (SELECT e.clock_offset FROM environments e WHERE e.id = p.environment_id)
              AND p.operation = 'authorize' AND (t.unsent OR (
                SELECT a.id FROM payment_attempts a WHERE a.environment_id = p.environment_id AND a.payment_id = p.id
                   AND a.operation = 'authorize' AND a.state <> 'declined') IS NULL)) IS TRUE
       FROM (SELECT * FROM taken LIMIT cardinality($3)) t
      WHERE p.environment_id = t.environment_id AND p.id = t.id
      RETURNING ${PAYMENT_COLUMNS}, t.attempt_id, t.unsent AS was_unsent
   ), opened AS (
     INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
     SELECT "environmentId", attempt_id, id, operation, processor, 'open', now() FROM claimed
     ON CONFLICT (environment_id, payment_id, operation) WHERE state <> 'declined' DO NOTHING
     RETURNING environment_id, payment_id, id
   )
   SELECT c.*, e.mode, now() AS "claimedAt",
          coalesce(o.id, s.id) AS "attemptId", coalesce(s.state, 'open') AS state,
          coalesce(s.started_at, now()) AS "startedAt", s.unclear_since AS "unclearSince", o.id IS NULL AND NOT c.was_unsent AS "isRepeat",
          CASE WHEN c.operation = 'authorize' THEN coalesce(o.id, s.id) ELSE a.id END AS authorization,
          a.external_reference AS "externalReference",
          k.id IS NOT NULL AS "isCaptureSent",
          CASE WHEN c.operation = 'authorize' AND coalesce(s.state, 'open') = 'open' AND c."expiresAt" <= now() + e.clock_offset
               THEN extract(epoch FROM now() + e.clock_offset - c."expiresAt")::float8 * 1000 END AS "expiredForMs",
          (c."subscriptionId" IS NOT NULL AND (SELECT u.status = 'cancelled' FROM subscriptions u
            WHERE u.environment_id = c."environmentId" AND u.id = c."subscriptionId")) IS TRUE AS "isSubscriptionCancelled"
     FROM (SELECT * FROM claimed LIMIT cardinality($3)) c
     JOIN environments e ON e.id = c."environmentId"
     LEFT JOIN opened o ON o.environment_id = c."environmentId" AND o.payment_id = c.id
     LEFT JOIN payment_attempts s ON ${isAttempt('s', 'c.operation')}
     LEFT JOIN payment_attempts a ON ${isAttempt('a', "'authorize'")}
     LEFT JOIN payment_attempts k ON ${isAttempt('k', "'capture'")}
    WHERE coalesce(o.id, s.id) IS NOT NULL`,
);

// IS TRUE keeps the planner on the index of due payments.
const DUE = namedQuery(
  'payments_due',
  dueByEnvironment({ table: 'payments', columns: 'd.processor', condition: `(d.status = 'pending') IS TRUE` }),
);

const DEFER = namedQuery(
  'payments_defer',
  deferDue({ table: 'payments', condition: `(d.status = 'pending') IS TRUE` }),
);

/** SQL for the open or approved attempt `t` of the claimed payment `c`. */
function isAttempt(t: string, operation: string): string {
  return `${t}.environment_id = c."environmentId" AND ${t}.payment_id = c.id AND ${t}.operation = ${operation} AND ${t}.state <> 'declined'`;
}

/** A payment leased by this worker, with the attempt to make. */
export type ClaimedPayment = Omit<Payment, 'isUnsent'> & {
  /** Whether its time was up at the claim, and its processor certainly received nothing so far. */
  readonly isExpiredUnsent: boolean;
  readonly mode: Mode;
  /**
   * For how long the time of an authorization that its processor has not answered has been up, in milliseconds; null before, and
   * for every other operation.
   */
  readonly expiredForMs: number | null;
  /** Whether it is of a subscription that was cancelled. */
  readonly isSubscriptionCancelled: boolean;
  /** The database time of the claim. */
  readonly claimedAt: Date;
  /** By `performance.now()`: after it another worker may have claimed the payment. */
  readonly leasedUntil: number;
  readonly attempt: OpenAttempt;
};

/** The stored attempt that the processor is asked about. */
export interface OpenAttempt {
  readonly id: string;
  readonly state: AttemptState;
  readonly startedAt: Date;
  /** Since when the outcome has been unknown; null while it is known. */
  readonly unclearSince: Date | null;
  /** Whether an earlier claim stored it, and perhaps sent it: not if it certainly sent nothing. */
  readonly isRepeat: boolean;
  /** The authorization to capture or void; an authorization's own id. Null if there is none, which is an error. */
  readonly authorization: string | null;
  /** The processor's own reference of the authorization; null until it is stored. */
  readonly externalReference: string | null;
  /** Whether a capture was sent and not declined. */
  readonly isCaptureSent: boolean;
}

type ClaimedRow = Omit<ClaimedPayment, 'attempt' | 'leasedUntil' | 'isExpiredUnsent'> &
  Pick<Payment, 'isUnsent'> &
  Omit<OpenAttempt, 'id'> & { readonly attemptId: string };

/** Claims due payments, each for one worker at a time. */
export class PaymentClaims extends AttemptClaims<ClaimedRow, ClaimedPayment> {
  constructor(database: Database, ids: IdSource, leaseMs: number) {
    super(database, ids, leaseMs, { claim: CLAIM, due: DUE, defer: DEFER }, claimedOf);
  }
}

function claimedOf(row: ClaimedRow, leasedUntil: number): ClaimedPayment {
  const { attemptId: id, state, startedAt, unclearSince, isRepeat, authorization, ...rest } = row;
  const { externalReference, isCaptureSent, isUnsent: isExpiredUnsent, ...payment } = rest;
  return {
    ...payment,
    // The claim keeps `unsent` only of a payment whose time is up.
    isExpiredUnsent,
    leasedUntil,
    attempt: { id, state, startedAt, unclearSince, isRepeat, authorization, externalReference, isCaptureSent },
  };
}
