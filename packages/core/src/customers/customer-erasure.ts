import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { ERASED_EMAIL } from '../platform/erasure/erased-json.js';
import type { ErasedCustomer, PersonalObjects } from '../platform/erasure/erasure-hooks.js';
import { emptyPaymentMethods } from './payment-method-store.js';

// The normalized address gives way to null: the next payment with it makes a new customer.
const ERASE = namedQuery(
  'customers_erase',
  `UPDATE customers
      SET erased_at = now(), email = $3, email_normalized = NULL, first_name = NULL, last_name = NULL, phone = NULL,
          address = NULL, locale = NULL, currency = NULL, email_receipts = true, default_payment_method_id = NULL,
          metadata = '{}', version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
    WHERE environment_id = $1 AND id = $2 AND erased_at IS NULL`,
);

/** Erases the customer's own rows. From the commit on, the customer is found no more. */
export function eraseCustomerRow(transaction: Transaction, { environmentId, customerId }: ErasedCustomer): void {
  transaction.queue(ERASE, [environmentId, customerId, ERASED_EMAIL]);
  emptyPaymentMethods(transaction, { environmentId, id: customerId });
}

/** The customer as an object that events tell of. Its row is erased before anything else. */
export class OwnRecord implements PersonalObjects {
  readonly name = 'customer';
  readonly order = 0;

  erase(_: Transaction, { customerId }: ErasedCustomer, afterId: string): Promise<string[]> {
    return Promise.resolve(BigInt(afterId) < BigInt(customerId) ? [customerId] : []);
  }
}
