import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { IdSource } from '../../platform/ids.js';
import { BEGINNING, type DuePlace } from '../../platform/queues/due-search.js';
import type { WorkRef } from '../../platform/queues/work-queues.js';
import type { Claims } from '../../platform/queues/work-turns.js';
import type { Mode } from '../../security/environment.entity.js';
import type { AttemptState } from './payment-attempt.entity.js';
import { PAYMENT_COLUMNS, type Payment } from '../payment.entity.js';

// Written so that no index of what is due or pending serves, and with a limit that leaves nothing out, which has the planner
// count on few: those that are named are found by their ids, however many others wait, whenever it was planned
// (docs/decisions/0004).
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

// The same condition keeps it to the index of what is due, and to its order.
const DUE = namedQuery(
  'payments_due',
  `SELECT environment_id AS "environmentId", id, due_at::text AS "dueAt" FROM payments
    WHERE due_at <= now() - $1::int * interval '1 millisecond' AND due_at >= $2::timestamptz
      AND (status = 'pending') IS TRUE AND (due_at, environment_id, id) > ($2::timestamptz, $3::int, $4::bigint)
    ORDER BY due_at, environment_id, id LIMIT $5`,
);

// At most one attempt at an operation is open or approved; a repeated claim finds the one that is there. Whoever has lost
// the lease opens none: what took over may have ended the payment, and a second authorization would take money for it. The
// row is held so that nobody takes over in between.
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

/** A payment that this worker holds the lease of, with the mode it lives in and the database's clock. */
export type ClaimedPayment = Payment & { readonly mode: Mode; readonly claimedAt: Date };

/** What the processor is being asked about a payment, as it is stored. */
export interface OpenAttempt {
  readonly id: string;
  readonly state: AttemptState;
  readonly startedAt: Date;
  /** Since when its outcome cannot be told; null while it can. */
  readonly unclearSince: Date | null;
  /** Whether an earlier claim has stored it, and perhaps sent it. */
  readonly isRepeat: boolean;
  /** The authorization that a capture or a void is about; an authorization's own id. */
  readonly authorization: string;
  /** Whether the money was asked for with a capture, which has not been declined. */
  readonly isCaptureSent: boolean;
}

type StoredAttempt = Omit<OpenAttempt, 'authorization' | 'isCaptureSent'>;
type Authorization = Pick<OpenAttempt, 'id' | 'isCaptureSent'>;

/** Takes payments whose moment has come, each for one worker at a time. */
export class PaymentClaims implements Claims<ClaimedPayment> {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly leaseMs: number,
  ) {}

  /** Those of the named payments that are due and nobody else holds. */
  claim(refs: readonly WorkRef[]): Promise<ClaimedPayment[]> {
    return this.database
      .forSystem()
      .run(CLAIM, [this.leaseMs, refs.map((ref) => ref.environmentId), refs.map((ref) => ref.id)]);
  }

  /** Up to `limit` payments that have been due for `graceMs`, in any environment: the longest first. */
  due(graceMs: number, limit: number, after: DuePlace = BEGINNING): Promise<(WorkRef & DuePlace)[]> {
    return this.database.forSystem().run(DUE, [graceMs, after.dueAt, after.environmentId, after.id, limit]);
  }

  /**
   * Stores the attempt before the processor hears of it, or finds the one stored by an earlier claim; undefined when
   * another worker has taken the payment over.
   */
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
