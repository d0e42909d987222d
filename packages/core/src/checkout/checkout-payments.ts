import { holdCustomers } from '../customers/customer-store.js';
import type { SavedMethods } from '../customers/saved-methods.js';
import type { PaymentWriter } from '../payments/creating/payment-writer.js';
import { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import type { PaymentOutcomeListener, SettledPayment } from '../platform/payment-outcomes.js';
import type { CommittedRef, WorkRef } from '../platform/queues/work-ref.js';
import { connectionIdOf, publicProcessor } from '../processors/connections/connection-name.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { makerOf } from '../security/caller.js';
import type { CheckoutChanges } from './checkout-changes.js';
import { processorOfSession } from './checkout-processor.js';
import type { CheckoutSession } from './checkout-session.entity.js';
import { type HeldCheckout, lockCheckout } from './checkout-store.js';

/** A started payment, and the payments and deliveries to enqueue after the commit. */
export interface BegunPayment {
  readonly payment: Pick<Payment, 'environmentId' | 'id'>;
  readonly payments: readonly CommittedRef[];
  readonly deliveries: readonly WorkRef[];
}

/** A page is no place to try many cards. */
const MAX_PAYMENTS = 10;

/** Begins the payments of checkout sessions, and applies their outcomes. */
export class CheckoutPayments implements PaymentOutcomeListener {
  constructor(
    private readonly writer: PaymentWriter,
    private readonly changes: CheckoutChanges,
    private readonly methods: SavedMethods,
    private readonly processors: Pick<ProcessorRegistry, 'forMode'>,
  ) {}

  /**
   * The payment of an open session: the one in progress, or a new one. Undefined if it takes none, the account is suspended, the
   * customer is being erased, or no processor takes the payment any more.
   */
  async begin(transaction: Transaction, held: HeldCheckout): Promise<BegunPayment | undefined> {
    const { session, mode, now, isSuspended } = held;
    const latest = await this.latest(transaction, session);
    if (latest?.status === 'pending') return { payment: latest, payments: [], deliveries: [] };
    if (session.status !== 'open' || session.expiresAt <= now || isSuspended) return undefined;
    if (!(await isCustomerKept(transaction, session))) return undefined;
    const processor = await processorOfSession(transaction, session, this.processors.forMode(mode).name);
    if (processor === undefined) return undefined;
    const { payments, deliveries } = await this.writer.write(transaction, [
      {
        environmentId: session.environmentId,
        mode,
        amountValue: Number(session.amountValue),
        currency: session.currency,
        customer: session.customerId === null ? undefined : { id: session.customerId, named: session.payer },
        description: session.description,
        metadata: session.metadata,
        reference: session.reference,
        // Only some processors save payment methods: then the choice is made here, and no other one gets the payment.
        processor: session.savesMethod ? processor : (session.processor ?? undefined),
        captureMethod: session.captureMethod,
        paymentMethodId: null,
        subscriptionId: null,
        checkoutSessionId: session.id,
        returnUrl: null,
        initiator: 'customer',
        statementDescriptorSuffix: null,
        receiptEmail: null,
        expiresAt: session.expiresAt,
        reachesThreshold: session.reachesThreshold,
        actor: makerOf(session),
      },
    ]);
    const [payment] = payments;
    if (payment === undefined) throw new Error('a payment was not written');
    // Only the outcome of the payment ends the session now: it expires with it.
    const begun = { paymentId: payment.id, paymentCount: session.paymentCount + 1, dueAt: null };
    await this.changes.save(transaction, session, begun, { mode });
    return { payment, payments: payment.stage === 'processing' ? [payment] : [], deliveries };
  }

  /** Applies the outcome of a payment to its session, if it has one. */
  async settled(transaction: Transaction, payment: SettledPayment): Promise<readonly WorkRef[]> {
    const { environmentId, id, checkoutSessionId, trace } = payment;
    if (checkoutSessionId === null) return [];
    const held = await lockCheckout(transaction.forEnvironment({ environmentId }), checkoutSessionId);
    if (held === undefined) throw new Error('a checkout session is missing');
    if (held.session.paymentId !== id) return [];
    const paymentMethodId = await this.savedMethod(transaction, held.session, payment);
    const change = { ...afterOutcome(held.session, payment), ...(paymentMethodId === null ? {} : { paymentMethodId }) };
    const { deliveries } = await this.changes.save(transaction, held.session, change, { mode: held.mode, trace });
    return deliveries;
  }

  /** Adds the payment method that the processor has saved with the payment; null if there is none, or it was added before. */
  private async savedMethod(
    transaction: Transaction,
    { environmentId, customerId, savesMethod, paymentMethodId }: CheckoutSession,
    { savedMethod, processor }: SettledPayment,
  ): Promise<string | null> {
    if (savedMethod === undefined || !savesMethod || customerId === null || paymentMethodId !== null) return null;
    const owner = { environmentId, customerId, processorId: connectionIdOf(processor) ?? null };
    return this.methods.add(transaction, owner, savedMethod);
  }

  private async latest(transaction: Transaction, session: CheckoutSession): Promise<Payment | undefined> {
    if (session.paymentId === null) return undefined;
    return transaction.forEnvironment(session).find(Payment, session.paymentId);
  }
}

/** Locks the customer of a session, if it has one. False if the customer is being erased: the session is about to end. */
async function isCustomerKept(transaction: Transaction, session: CheckoutSession): Promise<boolean> {
  const { environmentId, customerId } = session;
  return customerId === null || (await holdCustomers(transaction, [{ environmentId, id: customerId }])).length > 0;
}

/**
 * The change of a session by an outcome of its payment. A refused card leaves it open until its time is up. A payment that the
 * merchant or time has ended ends it too.
 */
function afterOutcome(session: CheckoutSession, payment: SettledPayment): Partial<CheckoutSession> {
  switch (payment.status) {
    case 'completed':
      return { status: 'completed', paymentStatus: 'paid', dueAt: null };
    case 'authorized':
      return { status: 'completed', paymentStatus: 'authorized', dueAt: null };
    case 'failed': {
      // A hold that was released.
      if (session.status === 'completed') return { paymentStatus: 'unpaid' };
      const isOver = !payment.isDeclined || isExpiredPage(payment) || session.paymentCount >= MAX_PAYMENTS;
      return isOver ? { status: 'expired', dueAt: null } : { dueAt: session.expiresAt };
    }
  }
}

/** Whether the page at Stripe has ended, by itself or in the dashboard. */
function isExpiredPage({ processor, failureCode }: SettledPayment): boolean {
  return publicProcessor(processor).kind === 'stripe' && failureCode === 'expired';
}
