import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { IdSource } from '../../platform/ids.js';
import { BEGINNING, type DuePlace } from '../../platform/queues/due-search.js';
import type { WorkRef } from '../../platform/queues/work-queues.js';
import type { Claims } from '../../platform/queues/work-turns.js';
import type { Mode } from '../../security/environment.entity.js';
import type { AttemptState } from './payment-attempt.entity.js';
import { PAYMENT_COLUMNS, type Payment } from '../payment.entity.js';

// IS TRUE and LIMIT keep the planner off the indexes of due and pending payments: the named rows are found by primary key,
// however many others wait and whenever the plan was made (docs/decisions/0004).
const CLAIM = namedQuery(
  'payments_claim',
  `WITH taken AS MATERIALIZED (
     SELECT p.environment_id, p.id
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[]) LIMIT cardinality($3)) AS r (environment_id, id)
       JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.id
      WHERE (p.due_at <= now()) IS TRUE AND (p.status = 'pending') IS TRUE
        FOR UPDATE OF p SKIP LOCKED
   )
   UPDATE payments p
      SET due_at = now() + $1::int * interval '1 millisecond', lease = p.lease + 1, pending_inquiry = 'asked'
     FROM (SELECT * FROM taken LIMIT cardinality($3)) t
    WHERE p.environment_id = t.environment_id AND p.id = t.id
    RETURNING ${PAYMENT_COLUMNS}, (SELECT mode FROM environments WHERE id = p.environment_id) AS mode, now() AS "claimedAt"`,
);

// IS TRUE keeps the planner on the index of due payments, and in its order.
const DUE = namedQuery(
  'payments_due',
  `SELECT environment_id AS "environmentId", id, due_at::text AS "dueAt" FROM payments
    WHERE due_at <= now() - $1::int * interval '1 millisecond' AND due_at >= $2::timestamptz
      AND (status = 'pending') IS TRUE AND (due_at, environment_id, id) > ($2::timestamptz, $3::int, $4::bigint)
    ORDER BY due_at, environment_id, id LIMIT $5`,
);

// At most one attempt per operation is open or approved; a repeated claim finds it. A worker that lost its lease must not
// open one: a second authorization could charge a payment that has failed. FOR SHARE keeps others from claiming meanwhile.
const OPEN_ATTEMPT = namedQuery(
  'payment_attempts_open',
  `WITH held AS (
     SELECT id FROM payments WHERE environment_id = $1 AND id = $3 AND lease = $6 AND status = 'pending' FOR SHARE
   ), opened AS (
     INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
     SELECT $1, $2, id, $5, $4, 'open', now() FROM held
     ON CONFLICT (environment_id, payment_id, operation) WHERE state <> 'declined' DO NOTHING
     RETURNING id, state, started_at, unclear_since
   )
   SELECT id, state, started_at AS "startedAt", unclear_since AS "unclearSince", false AS "isRepeat" FROM opened
   UNION ALL
   SELECT id, state, started_at, unclear_since, true FROM payment_attempts
    WHERE environment_id = $1 AND payment_id = (SELECT id FROM held) AND operation = $5 AND state <> 'declined'`,
);

const AUTHORIZATION = namedQuery(
  'payment_attempts_authorization',
  `SELECT a.id, c.id IS NOT NULL AS "isCaptureSent"
     FROM payment_attempts a
     LEFT JOIN payment_attempts c
       ON c.environment_id = $1 AND c.payment_id = $2 AND c.operation = 'capture' AND c.state <> 'declined'
    WHERE a.environment_id = $1 AND a.payment_id = $2 AND a.operation = 'authorize' AND a.state <> 'declined'`,
);

/** A payment leased by this worker, with its mode and the database time of the claim. */
export type ClaimedPayment = Payment & { readonly mode: Mode; readonly claimedAt: Date };

/** The stored attempt that the processor is asked about. */
export interface OpenAttempt {
  readonly id: string;
  readonly state: AttemptState;
  readonly startedAt: Date;
  /** Since when the outcome has been unknown; null while it is known. */
  readonly unclearSince: Date | null;
  /** Whether an earlier claim stored it, and perhaps sent it. */
  readonly isRepeat: boolean;
  /** The authorization to capture or void; an authorization's own id. */
  readonly authorization: string;
  /** Whether a capture was sent and not declined. */
  readonly isCaptureSent: boolean;
}

type StoredAttempt = Omit<OpenAttempt, 'authorization' | 'isCaptureSent'>;
type Authorization = Pick<OpenAttempt, 'id' | 'isCaptureSent'>;

/** Claims due payments, each for one worker at a time. */
export class PaymentClaims implements Claims<ClaimedPayment> {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly leaseMs: number,
  ) {}

  /** Claims those of the named payments that are due and not leased. */
  claim(refs: readonly WorkRef[]): Promise<ClaimedPayment[]> {
    return this.database
      .forSystem()
      .run(CLAIM, [this.leaseMs, refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)]);
  }

  /** Up to `limit` payments that have been due for `graceMs`, in any environment, longest first. */
  due(graceMs: number, limit: number, after: DuePlace = BEGINNING): Promise<(WorkRef & DuePlace)[]> {
    return this.database.forSystem().run(DUE, [graceMs, after.dueAt, after.environmentId, after.id, limit]);
  }

  /** Stores the attempt before it is sent, or finds that of an earlier claim; undefined when the lease is lost. */
  async openAttempt(payment: ClaimedPayment): Promise<OpenAttempt | undefined> {
    const id = await this.ids.one();
    const { environmentId, operation } = payment;
    const system = this.database.forSystem();
    const values = [environmentId, id, payment.id, payment.processor, operation, payment.lease];
    const [attempt] = await system.run<StoredAttempt>(OPEN_ATTEMPT, values);
    if (attempt === undefined) return undefined;
    if (operation === 'authorize') return { ...attempt, authorization: attempt.id, isCaptureSent: false };
    const [authorization] = await system.run<Authorization>(AUTHORIZATION, [environmentId, payment.id]);
    if (authorization === undefined) throw new Error(`there is no authorization to ${operation}`);
    return { ...attempt, authorization: authorization.id, isCaptureSent: authorization.isCaptureSent };
  }
}
