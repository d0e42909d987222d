import { type EventCause, type Outbox, newEvent } from '../events/outbox.js';
import { Payment } from '../payments/payment.entity.js';
import type { Transaction } from '../platform/database/database.js';
import { idTime, type IdSource } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import { CheckoutSession } from './checkout-session.entity.js';
import type { HeldCheckout } from './checkout-store.js';
import { presentCheckoutSession } from './checkout-session.presenter.js';

/** A written change, and the deliveries to enqueue after the commit. */
export interface ChangedCheckout {
  readonly session: CheckoutSession;
  readonly deliveries: readonly WorkRef[];
}

/** Writes changes of checkout sessions with their events. */
export class CheckoutChanges {
  constructor(
    private readonly ids: IdSource,
    private readonly outbox: Outbox,
  ) {}

  /** Stores a change of a locked session, with an event if it ends. */
  async save(
    transaction: Transaction,
    before: CheckoutSession,
    change: Partial<CheckoutSession>,
    { mode, trace }: EventCause,
  ): Promise<ChangedCheckout> {
    // The events of a session are in the order of their ids, whichever process writes them.
    this.ids.follow(before.updatedAt);
    const eventId = await this.ids.one();
    const session = { ...before, ...change, version: before.version + 1, updatedAt: idTime(eventId) };
    const { environmentId, id, status } = session;
    // Personal data that only a payment to come needs.
    if (status !== 'open') session.payer = null;
    void transaction.forEnvironment(session).update(CheckoutSession, { id }, session);
    if (status === 'open' || status === before.status) return { session, deliveries: [] };
    const type = `checkout.${status}` as const;
    const audience = await this.outbox.audience(transaction, [{ environmentId, type }]);
    const data = presentCheckoutSession(session, mode, null);
    const event = newEvent({ environmentId, id: eventId, type, objectId: id, data, trace });
    return { session, deliveries: await this.outbox.append(transaction, [event], audience) };
  }

  /**
   * Ends an open session. A payment in progress, locked before its session, expires first: that releases it at the
   * processor, and its outcome ends the session.
   */
  end(
    transaction: Transaction,
    { session, mode, now }: HeldCheckout,
    payment: Payment | undefined,
    trace: Trace | null | undefined,
  ): Promise<ChangedCheckout> {
    const isUnderWay = payment?.status === 'pending';
    if (isUnderWay) {
      const expiring = { ...payment, expiresAt: now, trace: trace ?? payment.trace };
      void transaction.forEnvironment(payment).save(Payment, expiring);
    }
    const ended = isUnderWay ? {} : { status: 'expired' as const, dueAt: null };
    const expiresAt = session.expiresAt < now ? session.expiresAt : now;
    return this.save(transaction, session, { ...ended, expiresAt, payer: null }, { mode, trace });
  }
}
