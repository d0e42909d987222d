import { type Outbox, newEvent } from '../events/outbox.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Failure } from '../payments/processing/payment-failures.js';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-queues.js';
import { inquireAgain } from '../processors/pending-inquiry.js';
import type { ClaimedRefund, OpenRefundAttempt } from './refund-claims.js';
import { presentRefund } from './refund.presenter.js';
import type { Refund } from './refund.entity.js';

// The lease fences off workers that lost it. A failed refund returns its reserved amount to the payment.
const SETTLE = namedQuery(
  'refunds_settle',
  `WITH settled AS (
     UPDATE refunds
        SET status = $4, failure_code = $5, failure_message = $6, version = version + 1, due_at = NULL, pending_inquiry = NULL,
            updated_at = id_time($7::bigint)
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'pending'
      RETURNING environment_id, id, payment_id, amount_value, status, version
   ), finished AS (
     UPDATE refund_attempts a
        SET state = CASE s.status WHEN 'completed' THEN 'approved' ELSE 'declined' END, code = $5, finished_at = now(),
            answered_at = coalesce(a.answered_at, now())
       FROM settled s
      WHERE a.environment_id = s.environment_id AND a.refund_id = s.id
   ), released AS (
     UPDATE payments p
        SET refunded_value = p.refunded_value - s.amount_value, version = p.version + 1,
            updated_at = date_trunc('milliseconds', clock_timestamp())
       FROM settled s
      WHERE p.environment_id = s.environment_id AND p.id = s.payment_id AND s.status = 'failed'
   )
   SELECT version FROM settled`,
);

const ASK_LATER = namedQuery(
  'refunds_ask_later',
  `WITH postponed AS (
     UPDATE refunds SET ${inquireAgain('refunds', '$4::int')}
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'pending'
      RETURNING due_at <= now() AS is_due
   )
   UPDATE refund_attempts
      SET state = CASE WHEN $6::boolean THEN state ELSE 'pending' END,
          unclear_since = CASE WHEN $6 THEN coalesce(unclear_since, now()) END,
          answered_at = CASE WHEN $6 THEN answered_at ELSE coalesce(answered_at, now()) END
     FROM postponed
    WHERE environment_id = $1 AND id = $5
    RETURNING is_due AS "isDue"`,
);

export type RefundEnd = { readonly status: 'completed' } | { readonly status: 'failed'; readonly failure: Failure };

export interface RefundOutcomesDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
}

/** Writes the outcomes of refunds, while the worker's lease is valid. */
export class RefundOutcomes {
  constructor(private readonly deps: RefundOutcomesDependencies) {}

  /**
   * Ends a refund: writes it with its attempt, reserved amount, ledger entries and event in one transaction.
   * Returns the event's deliveries; undefined when the lease is lost.
   */
  settle(refund: ClaimedRefund, end: RefundEnd): Promise<readonly WorkRef[] | undefined> {
    const { environmentId, id, lease, mode } = refund;
    const failure = end.status === 'failed' ? end.failure : undefined;
    const type = end.status === 'failed' ? 'refund.failed' : 'refund.completed';
    return this.deps.database.transaction(async (transaction) => {
      const eventId = await this.deps.ids.one();
      const failed = [failure?.code ?? null, failure?.message ?? null];
      const values = [environmentId, id, lease, end.status, ...failed, eventId];
      const [audience, rows] = await Promise.all([
        this.deps.outbox.audience(transaction, [{ environmentId, type }]),
        transaction.run(SETTLE, values),
      ]);
      if (rows.length === 0) return undefined;
      if (end.status === 'completed') {
        const { amountValue, currency } = refund;
        this.deps.ledger.post(transaction, [
          { environmentId, eventId, source: 'refund', sourceId: id, amountValue, currency },
        ]);
      }
      const settled: Refund = {
        ...refund,
        status: end.status,
        version: refund.version + 1,
        failureCode: failure?.code ?? null,
        failureMessage: failure?.message ?? null,
        updatedAt: idTime(eventId),
      };
      const event = newEvent(environmentId, eventId, type, id, presentRefund(settled, mode));
      return this.deps.outbox.append(transaction, [event], audience);
    });
  }

  /** Schedules the next query. Returns true when it is due at once, because a callback has arrived since the claim. */
  async postpone(
    refund: ClaimedRefund,
    attempt: OpenRefundAttempt,
    isUnclear: boolean,
    delayMs: number,
  ): Promise<boolean> {
    const { environmentId, id, lease } = refund;
    const values = [environmentId, id, lease, delayMs, attempt.id, isUnclear];
    const [postponed] = await this.deps.database.forSystem().run<{ isDue: boolean }>(ASK_LATER, values);
    return postponed?.isDue === true;
  }
}
