import type { CustomerDirectory } from '../customers/customer-directory.js';
import { isOwnMethod } from '../customers/payment-method-store.js';
import type { EventCause } from '../events/outbox.js';
import type { RecurringPayments } from '../payments/creating/recurring-payments.js';
import { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import type { PaymentOutcomeListener, SettledPayment } from '../platform/payment-outcomes.js';
import type { CommittedRef, WorkRef } from '../platform/queues/work-ref.js';
import type { SubscriptionChanges } from './subscription-changes.js';
import { type PaymentMakers, paymentMakers } from './subscription-makers.js';
import {
  lockSubscriptionById,
  postponeSubscription,
  rescheduleSubscription,
  type HeldSubscription,
} from './subscription-store.js';
import { SubscriptionPeriod } from './subscription-period.entity.js';
import { afterBegin, afterOutcome, afterRetry, dueAt, dueStep, nextPeriod, type Period } from './subscription-state.js';
import type { Subscription } from './subscription.entity.js';

/** Payments and deliveries to enqueue after the commit. */
export interface Billed {
  readonly payments: readonly CommittedRef[];
  readonly deliveries: readonly WorkRef[];
}

interface Price extends Pick<SubscriptionPeriod, 'amountValue' | 'currency'> {
  readonly makers: PaymentMakers;
}

/**
 * Charges subscriptions and applies the outcomes of their payments. A payment and its period are written in one transaction,
 * which has locked the subscription.
 */
export class SubscriptionBilling implements PaymentOutcomeListener {
  constructor(
    private readonly payments: RecurringPayments,
    private readonly changes: SubscriptionChanges,
    private readonly customers: CustomerDirectory,
  ) {}

  /**
   * Does what is due now. Changes nothing of a subscription that `ends`. A suspended account charges nobody, also for an hour
   * after the suspension, so that its owner can cancel what is overdue: live subscriptions are tried hourly.
   */
  async settle(transaction: Transaction, held: HeldSubscription): Promise<Billed | 'ends'> {
    const { subscription, period, mode, now, chargesNobody } = held;
    const step = dueStep(subscription, period?.state, now);
    if (step.kind === 'wait') {
      // An operator made it due. It must not stay in front of those that are.
      rescheduleSubscription(transaction, subscription, dueAt(subscription, period?.state));
      return { payments: [], deliveries: [] };
    }
    if (chargesNobody && mode === 'live' && step.kind !== 'cancel') {
      postponeSubscription(transaction, subscription);
      return { payments: [], deliveries: [] };
    }
    // A customer whose erasure has begun is not charged, even if it has not reached the subscription yet.
    if (step.kind === 'cancel' || !(await this.hasPayer(transaction, subscription))) return 'ends';
    if (step.kind === 'begin') {
      const begun = afterBegin(subscription, step.period);
      const { deliveries } = await this.changes.save(transaction, subscription, begun, 'open', { mode });
      const billed = await this.charge(transaction, begun, step.period, { mode });
      return { ...billed, deliveries: [...deliveries, ...billed.deliveries] };
    }
    if (period === undefined) throw new Error('a period that has not begun cannot be paid again');
    const last = await transaction.forEnvironment(subscription).find(Payment, period.paymentId);
    const makers = paymentMakers(subscription, last);
    const billed = await this.pay(transaction, subscription, { ...period, makers }, { mode });
    await this.retry(transaction, period, billed.paymentId, step.dueAt);
    const { deliveries } = await this.changes.save(transaction, subscription, afterRetry(subscription), 'open', {
      mode,
    });
    return { payments: billed.payments, deliveries: [...deliveries, ...billed.deliveries] };
  }

  /** Stores a new subscription, and charges it at once if it has begun. */
  async create(
    transaction: Transaction,
    subscription: Subscription,
    cause: EventCause,
    now: Date,
  ): Promise<Billed & { readonly subscription: Subscription }> {
    const period = nextPeriod(subscription);
    if (period.startsAt > now) {
      const created = await this.changes.insert(transaction, subscription, undefined, cause);
      return { ...created, payments: [] };
    }
    const created = await this.changes.insert(transaction, afterBegin(subscription, period), 'open', cause);
    const billed = await this.charge(transaction, created.subscription, period, cause);
    return { ...created, ...billed, deliveries: [...created.deliveries, ...billed.deliveries] };
  }

  /** Applies the outcome of a payment to its subscription, if it has one. */
  async settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]> {
    const { environmentId, id, subscriptionId, status, trace } = payment;
    if (subscriptionId === null || status === 'authorized') return [];
    const tables = transaction.forEnvironment({ environmentId });
    const held = await lockSubscriptionById(tables, subscriptionId);
    const { subscription, period, mode, now } = held;
    if (period?.state !== 'open' || period.paymentId !== id) return [];
    const state = status === 'completed' ? 'paid' : 'failed';
    void tables.update(SubscriptionPeriod, { subscriptionId, period: period.period, state: 'open' }, { state });
    const after = afterOutcome(subscription, status, period, now);
    const { deliveries } = await this.changes.save(transaction, subscription, after, state, { mode, trace });
    return deliveries;
  }

  private async charge(
    transaction: Transaction,
    subscription: Subscription,
    { n, startsAt, endsAt }: Period,
    cause: EventCause,
  ): Promise<Billed> {
    const { environmentId, id: subscriptionId, amountValue, currency } = subscription;
    const price = { amountValue, currency, makers: paymentMakers(subscription) };
    const { paymentId, ...billed } = await this.pay(transaction, subscription, price, cause);
    const period = { environmentId, subscriptionId, period: n, startsAt, endsAt, amountValue, currency, paymentId };
    // Fails when the period has begun before.
    void transaction
      .forEnvironment(subscription)
      .insert(SubscriptionPeriod, { ...period, state: 'open', attempts: 1, attemptDueAt: startsAt });
    return billed;
  }

  /** Stores another payment for a period whose last one failed. */
  private async retry(
    transaction: Transaction,
    { environmentId, subscriptionId, period, attempts }: SubscriptionPeriod,
    paymentId: string,
    attemptDueAt: Date,
  ): Promise<void> {
    const retried = await transaction
      .forEnvironment({ environmentId })
      .update(
        SubscriptionPeriod,
        { subscriptionId, period, state: 'failed' },
        { state: 'open', attempts: attempts + 1, paymentId, attemptDueAt },
      );
    if (retried.length === 0) throw new Error('the period to retry is open or paid');
  }

  private async hasPayer(transaction: Transaction, subscription: Subscription): Promise<boolean> {
    const { environmentId, customerId } = subscription;
    const held = await this.customers.hold(transaction, [{ environmentId, id: customerId }]);
    return held.find(environmentId, customerId) !== undefined;
  }

  private async pay(
    transaction: Transaction,
    subscription: Subscription,
    price: Price,
    { mode, trace }: EventCause,
  ): Promise<Billed & { readonly paymentId: string }> {
    const { environmentId, customerId, paymentMethodId, description, metadata } = subscription;
    // The method may have been removed while the subscription was given it.
    const tables = transaction.forEnvironment(subscription);
    const isThere = paymentMethodId !== null && (await isOwnMethod(tables, customerId, paymentMethodId));
    const { payment, deliveries } = await this.payments.create(transaction, {
      environmentId,
      mode,
      amountValue: Number(price.amountValue),
      currency: price.currency,
      customer: { id: customerId },
      paymentMethodId: isThere ? paymentMethodId : null,
      subscriptionId: subscription.id,
      description,
      metadata,
      ...price.makers,
      trace,
    });
    return { paymentId: payment.id, payments: payment.stage === 'processing' ? [payment] : [], deliveries };
  }
}
