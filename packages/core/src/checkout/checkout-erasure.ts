import { lockPaymentIfAny } from '../payments/payment-store.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';
import type { CheckoutChanges } from './checkout-changes.js';
import type { CheckoutSession } from './checkout-session.entity.js';
import { lockCheckout } from './checkout-store.js';

const NEXT = namedQuery(
  'checkout_sessions_of_erased',
  `SELECT id, payment_id AS "paymentId" FROM checkout_sessions
    WHERE environment_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
);

/** Checkout sessions end with their customer, and an ended one has no personal data. */
export class CheckoutErasure implements PersonalObjects {
  readonly name = 'checkout sessions';
  /** Before payments: an open session creates them. */
  readonly order = 1;

  constructor(private readonly changes: CheckoutChanges) {}

  async erase(
    transaction: Transaction,
    { environmentId, customerId, trace }: ErasedCustomer,
    afterId: string,
    limit: number,
  ): Promise<string[]> {
    const tables = transaction.forEnvironment({ environmentId });
    const next = await tables.run<Pick<CheckoutSession, 'id' | 'paymentId'>>(NEXT, [customerId, afterId, limit]);
    for (const { id, paymentId } of next) {
      const payment =
        paymentId === null ? undefined : await lockPaymentIfAny(transaction, { environmentId }, paymentId);
      const held = await lockCheckout(tables, id);
      if (held?.session.status !== 'open') continue;
      // The erasure goes on in a moment.
      if (held.session.paymentId !== paymentId) throw new Error('the customer has just begun a payment');
      await this.changes.end(transaction, held, payment, trace);
    }
    return next.map(({ id }) => id);
  }
}
