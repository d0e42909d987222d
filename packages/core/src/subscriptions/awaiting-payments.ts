import { isUnsentAndUnclaimed, SUBSCRIPTION_CANCELLED } from '../payments/payment-state.js';
import { closeUnsent } from '../payments/payment-store.js';
import type { PaymentTransitions } from '../payments/payment-transitions.js';
import { PAYMENT_COLUMNS, Payment } from '../payments/payment.entity.js';
import type { EnvironmentScope, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { HeldSubscription } from './subscription-store.js';
import { SubscriptionPeriod } from './subscription-period.entity.js';

const LOCK = namedQuery(
  'payments_lock_awaiting',
  `SELECT ${PAYMENT_COLUMNS} FROM payments p
    WHERE p.environment_id = $1 AND p.subscription_id = ANY ($2::bigint[])
      AND (p.stage = 'awaiting_approval' OR p.stage = 'processing' AND p.unsent AND p.pending_inquiry IS NULL)
    ORDER BY p.id FOR UPDATE`,
);

/**
 * Payments of subscriptions that wait for approval, or for a processor that could not be reached or did not accept them so far.
 * Nothing of them is there, so that they end with their subscription. One that no worker has claimed yet, or that a worker is
 * about to send, ends with the next claim.
 */
export class AwaitingPayments {
  constructor(private readonly transitions: PaymentTransitions) {}

  /** Locks those of some subscriptions. A payment is always locked before its subscription. */
  lock(
    transaction: Transaction,
    { environmentId }: EnvironmentScope,
    subscriptionIds: readonly string[],
  ): Promise<Payment[]> {
    return transaction.run<Payment>(LOCK, [environmentId, subscriptionIds]);
  }

  /**
   * The one of these that a locked subscription waits for; undefined if there is none. Throws `unavailable` if it has
   * waited only since they were locked.
   */
  async of(
    transaction: Transaction,
    locked: readonly Payment[],
    { subscription, period }: HeldSubscription,
  ): Promise<Payment | undefined> {
    if (period?.state !== 'open') return undefined;
    const payment = locked.find(({ id }) => id === period.paymentId);
    if (payment !== undefined) return payment;
    // Not locked now: its outcome may wait for the subscription.
    const other = await transaction.forEnvironment(subscription).find(Payment, period.paymentId);
    if (other === undefined || !isAwaiting(other)) return undefined;
    throw new DomainError('unavailable', 'A payment of the subscription has just changed. Try again.');
  }

  /** Cancels it. Its period counts as failed already, so that the outcome changes nothing of the subscription. */
  async cancel(
    transaction: Transaction,
    payment: Payment,
    { subscription, mode }: HeldSubscription,
    trace: Trace | null | undefined,
  ): Promise<readonly WorkRef[]> {
    const { id: subscriptionId } = subscription;
    const open = { subscriptionId, paymentId: payment.id, state: 'open' } as const;
    void transaction.forEnvironment(subscription).update(SubscriptionPeriod, open, { state: 'failed' });
    const change = { ...SUBSCRIPTION_CANCELLED, trace };
    const written = await this.transitions.apply(transaction, payment, mode, change);
    if (written === undefined) throw new Error('a locked payment changed');
    if (payment.stage === 'processing') closeUnsent(transaction, payment);
    return written.deliveries;
  }
}

function isAwaiting(payment: Payment): boolean {
  return payment.stage === 'awaiting_approval' || (payment.stage === 'processing' && isUnsentAndUnclaimed(payment));
}
