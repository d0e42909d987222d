import type { Transaction } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Customer } from './customer.entity.js';
import { PaymentMethod } from './payment-method.entity.js';

const DELETE = namedQuery(
  'payment_methods_delete',
  `UPDATE payment_methods
      SET deleted_at = now(), token_ciphertext = NULL, token_data_key = NULL, processor_customer = NULL, brand = NULL,
          last4 = NULL, expiry_month = NULL, expiry_year = NULL
    WHERE environment_id = $1 AND customer_id = $2 AND ($3::bigint IS NULL OR id = $3) AND deleted_at IS NULL
    RETURNING id`,
);

type Owner = Pick<Customer, 'environmentId' | 'id'>;

/** Whether a payment method is the customer's, and not removed. */
export async function isOwnMethod(tables: EnvironmentTables, customerId: string, id: string): Promise<boolean> {
  return (await tables.find(PaymentMethod, { id, customerId, deletedAt: null })) !== undefined;
}

/** The id of a payment method; undefined when it is not the customer's, or was removed. */
export async function findOwnMethod(
  tables: EnvironmentTables,
  customerId: string,
  publicId: string,
): Promise<string | undefined> {
  const id = fromPublicId('pm', publicId);
  return id !== undefined && (await isOwnMethod(tables, customerId, id)) ? id : undefined;
}

/** The id of a customer's payment method. Throws `validation_failed` when it is not theirs, or was removed. */
export async function requireOwnMethod(
  tables: EnvironmentTables,
  customerId: string,
  publicId: string,
): Promise<string> {
  const id = await findOwnMethod(tables, customerId, publicId);
  if (id !== undefined) return id;
  const pointer = '/preferences/defaultPaymentMethodId';
  const errors = [{ pointer, code: 'not_found' as const, detail: 'is not a payment method of this customer' }];
  throw new DomainError('validation_failed', 'The payment method is ambiguous.', { errors });
}

/** Erases the data of a payment method with its token. Returns false when the customer has none with that id. */
export async function emptyPaymentMethod(transaction: Transaction, owner: Owner, id: string): Promise<boolean> {
  return (await transaction.run(DELETE, [owner.environmentId, owner.id, id])).length > 0;
}

/** Erases all payment methods of a customer. */
export function emptyPaymentMethods(transaction: Transaction, owner: Owner): void {
  transaction.queue(DELETE, [owner.environmentId, owner.id, null]);
}
