import type { EventKind } from '@svc/contract';
import { newEvent } from '../events/event-body.js';
import type { Outbox } from '../events/outbox.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { idTime, type IdSource } from '../platform/ids/id-source.js';
import type { PaymentOutcomeListener } from '../platform/payment-outcomes.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/trace.js';
import type { Mode } from '../security/environment.entity.js';
import type { PaymentState, PaymentStatus } from './payment-state.js';
import { presentPaymentEvent } from './payment.presenter.js';
import type { Payment } from './payment.entity.js';

// The version says that nothing has happened since the payment was read, the lease that it is still ours.
const MOVE = namedQuery(
  'payments_move',
  `WITH moved AS (
     UPDATE payments
        SET status = $5, stage = $6, failure_code = $7, failure_message = $8, version = version + 1,
            due_at = CASE WHEN $6 = 'processing' THEN now() END, updated_at = id_time($9::bigint)
      WHERE environment_id = $1 AND id = $2 AND version = $3 AND lease = $4 AND status = 'pending'
      RETURNING environment_id, id, version, status, stage, updated_at
   )
   INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, stage, reason, at)
   SELECT environment_id, id, version, $10, status, stage, $11, updated_at FROM moved
   RETURNING version`,
);

const EVENT_OF: Readonly<Record<PaymentStatus, Extract<EventKind, `payment.${string}`> | undefined>> = {
  pending: undefined,
  completed: 'payment.completed',
  failed: 'payment.failed',
};

/** Where a payment goes, and why. */
export interface Move {
  readonly to: PaymentState;
  readonly failure?: Failure | undefined;
  /** What the person who decided it gave as the reason. */
  readonly reason?: string | undefined;
  /** The trace of the request that decided it; without one it belongs to the trace of the payment's creation. */
  readonly trace?: Trace | undefined;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A change that was written, with what the workers should hear of once it is committed. */
export interface Moved {
  readonly payment: Payment;
  readonly deliveries: readonly WorkRef[];
}

/** Writes changes of state: the payment, the note of the change, and its event, in one transaction. */
export class PaymentTransitions {
  constructor(
    private readonly ids: IdSource,
    private readonly outbox: Outbox,
    private readonly outcomeListeners: readonly PaymentOutcomeListener[],
  ) {}

  /** Moves a payment on from the state in which it was read; undefined when it is no longer in it, or no longer ours. */
  async move(
    transaction: Transaction,
    payment: Payment,
    mode: Mode,
    { to, failure, reason, trace }: Move,
  ): Promise<Moved | undefined> {
    const { environmentId, id } = payment;
    const eventId = await this.ids.one();
    const type = EVENT_OF[to.status];
    const [audience, rows] = await Promise.all([
      this.outbox.audience(transaction, type === undefined ? [] : [{ environmentId, type }]),
      transaction.run(MOVE, [
        environmentId,
        id,
        payment.version,
        payment.lease,
        to.status,
        to.stage,
        failure?.code ?? null,
        failure?.message ?? null,
        eventId,
        payment.stage,
        reason ?? null,
      ]),
    ]);
    if (rows.length === 0) return undefined;
    const moved: Payment = {
      ...payment,
      ...to,
      version: payment.version + 1,
      failureCode: failure?.code ?? null,
      failureMessage: failure?.message ?? null,
      updatedAt: idTime(eventId),
    };
    if (type === undefined) return { payment: moved, deliveries: [] };
    const data = presentPaymentEvent(moved, mode);
    const event = newEvent(environmentId, eventId, type, id, data, trace ?? payment.trace);
    const deliveries = await this.outbox.append(transaction, [event], audience);
    return { payment: moved, deliveries: [...deliveries, ...(await this.tellOutcome(transaction, moved))] };
  }

  private async tellOutcome(transaction: Transaction, payment: Payment): Promise<WorkRef[]> {
    const { environmentId, id, status } = payment;
    if (status === 'pending') return [];
    const heard = await Promise.all(
      this.outcomeListeners.map((listener) => listener.settled(transaction, { environmentId, id, status })),
    );
    return heard.flat();
  }
}
