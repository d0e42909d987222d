import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PaymentMethodUser, RemovedPaymentMethod } from '../platform/payment-method-users.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { SubscriptionChanges } from './subscription-changes.js';
import { withoutMethod } from './subscription-makers.js';
import { lockSubscriptionById } from './subscription-store.js';

const LOCK_USING = namedQuery(
  'subscriptions_lock_using',
  `SELECT id FROM subscriptions WHERE environment_id = $1 AND customer_id = $2 AND payment_method_id = $3
      AND status <> 'cancelled' ORDER BY id FOR UPDATE`,
);

/** Subscriptions use the customer's default once their own payment method is removed. */
export class SubscriptionMethods implements PaymentMethodUser {
  constructor(private readonly changes: SubscriptionChanges) {}

  async removed(transaction: Transaction, method: RemovedPaymentMethod): Promise<readonly WorkRef[]> {
    const tables = transaction.forEnvironment(method);
    const using = await tables.run<{ id: string }>(LOCK_USING, [method.customerId, method.id]);
    const deliveries: WorkRef[] = [];
    for (const { id } of using) {
      const { subscription, period, mode } = await lockSubscriptionById(tables, id);
      const after = withoutMethod(subscription, method.by);
      const cause = { mode, trace: method.trace };
      const changed = await this.changes.save(transaction, subscription, after, period?.state, cause);
      deliveries.push(...changed.deliveries);
    }
    return deliveries;
  }
}
