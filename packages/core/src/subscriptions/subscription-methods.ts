import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PaymentMethodUser, RemovedPaymentMethod } from '../platform/payment-method-users.js';

const LET_GO = namedQuery(
  'subscriptions_let_payment_method_go',
  `UPDATE subscriptions
      SET payment_method_id = NULL, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
    WHERE environment_id = $1 AND customer_id = $2 AND payment_method_id = $3`,
);

/** Subscriptions use the customer's default once their own payment method is removed. */
export class SubscriptionMethods implements PaymentMethodUser {
  removed(transaction: Transaction, { environmentId, customerId, id }: RemovedPaymentMethod): void {
    transaction.queue(LET_GO, [environmentId, customerId, id]);
  }
}
