import type { EventKind } from '@svc/contract';
import { type Outbox, newEvent } from '../events/outbox.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { PaymentOutcomeListener } from '../platform/payment-outcomes.js';
import type { WorkRef } from '../platform/queues/work-queues.js';
import type { Trace } from '../platform/tracing/trace.js';
import { inquireAgain } from '../processors/pending-inquiry.js';
import type { Mode } from '../security/environment.entity.js';
import { failureOf, type Failure } from './processing/payment-failures.js';
import type { PaymentState, Step } from './payment-state.js';
import { presentPaymentEvent } from './payment.presenter.js';
import type { Payment } from './payment.entity.js';

// Version: the payment has not changed since it was read. Lease: no other worker has claimed it. The new lease fences off
// responses to requests that were sent before this change.
const MOVE = namedQuery(
  'payments_move',
  `WITH moved AS (
     UPDATE payments
        SET status = $5, stage = $6, failure_code = $7, failure_message = $8, version = version + 1, lease = lease + 1,
            operation = $12, void_reason = $13, next_action_url = $14, event_version = $15,
            expires_at = CASE WHEN $17::boolean THEN NULL ELSE expires_at END,
            ${inquireAgain('payments', '$16::int')},
            updated_at = id_time($9::bigint)
      WHERE environment_id = $1 AND id = $2 AND version = $3 AND lease = $4 AND status = 'pending'
      RETURNING environment_id, id, version, status, stage, updated_at
   )
   INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, stage, reason, at)
   SELECT environment_id, id, version, $10, status, stage, $11, updated_at FROM moved
   RETURNING version`,
);

/** The next state of a payment, and why. */
export interface Move extends Step {
  /** The processor's reason for a decline. */
  readonly failure?: Failure | undefined;
  readonly nextActionUrl?: string | undefined;
  /** Delay until a worker asks the processor; by default 0 in stage `processing`, and never in others. */
  readonly dueInMs?: number | undefined;
  /** Given by the person who decided. */
  readonly reason?: string | undefined;
  /** The trace of the request that decided; by default the trace of the payment's creation. */
  readonly trace?: Trace | undefined;
}

/** A written change, and the deliveries to hint to the workers after the commit. */
export interface Moved {
  readonly payment: Payment;
  readonly deliveries: readonly WorkRef[];
}

export interface PaymentTransitionsDependencies {
  readonly ids: IdSource;
  readonly outbox: Outbox;
  readonly ledger: Ledger;
  readonly outcomeListeners: Iterable<PaymentOutcomeListener>;
}

/** Writes a change of state with its transition, event and ledger entries in one transaction. */
export class PaymentTransitions {
  constructor(private readonly deps: PaymentTransitionsDependencies) {}

  /** Moves a payment on; returns undefined when its version or lease has changed since it was read. */
  async move(
    transaction: Transaction,
    payment: Payment,
    mode: Mode,
    { to, operation = payment.operation, voidReason = payment.voidReason, failureCode, reason, trace, ...move }: Move,
  ): Promise<Moved | undefined> {
    const { environmentId, id } = payment;
    const eventId = await this.deps.ids.one();
    const type = eventOf(to);
    const failure = failureCode === undefined ? move.failure : failureOf(failureCode);
    const endsExpiry = move.endsExpiry === true;
    const dueInMs = move.dueInMs ?? (to.stage === 'processing' ? 0 : null);
    const changed = {
      ...to,
      operation,
      voidReason,
      nextActionUrl: to.stage === 'requires_action' ? (move.nextActionUrl ?? null) : null,
      expiresAt: endsExpiry ? null : payment.expiresAt,
      eventVersion: payment.eventVersion + (type === undefined ? 0 : 1),
      failureCode: failure?.code ?? null,
      failureMessage: failure?.message ?? null,
    };
    const [audience, rows] = await Promise.all([
      this.deps.outbox.audience(transaction, type === undefined ? [] : [{ environmentId, type }]),
      transaction.run(MOVE, [
        environmentId,
        id,
        payment.version,
        payment.lease,
        to.status,
        to.stage,
        changed.failureCode,
        changed.failureMessage,
        eventId,
        payment.stage,
        reason ?? null,
        changed.operation,
        changed.voidReason,
        changed.nextActionUrl,
        changed.eventVersion,
        dueInMs,
        endsExpiry,
      ]),
    ]);
    if (rows.length === 0) return undefined;
    const moved: Payment = {
      ...payment,
      ...changed,
      version: payment.version + 1,
      lease: payment.lease + 1,
      updatedAt: idTime(eventId),
    };
    if (type === undefined) return { payment: moved, deliveries: [] };
    if (to.status === 'completed') {
      const { amountValue, currency } = payment;
      this.deps.ledger.post(transaction, [
        { environmentId, eventId, source: 'payment', sourceId: id, amountValue, currency },
      ]);
    }
    const data = presentPaymentEvent(moved, mode);
    const event = newEvent(environmentId, eventId, type, id, data, trace ?? payment.trace);
    const deliveries = await this.deps.outbox.append(transaction, [event], audience);
    return { payment: moved, deliveries: [...deliveries, ...(await this.tellOutcome(transaction, moved))] };
  }

  private async tellOutcome(transaction: Transaction, payment: Payment): Promise<WorkRef[]> {
    const { environmentId, id, subscriptionId, status } = payment;
    if (status === 'pending') return [];
    const heard = await Promise.all(
      [...this.deps.outcomeListeners].map((listener) =>
        listener.settled(transaction, { environmentId, id, subscriptionId, status }),
      ),
    );
    return heard.flat();
  }
}

function eventOf(to: PaymentState): Extract<EventKind, `payment.${string}`> | undefined {
  if (to.status === 'completed') return 'payment.completed';
  if (to.status === 'failed') return 'payment.failed';
  return to.stage === 'authorized' ? 'payment.authorized' : undefined;
}
