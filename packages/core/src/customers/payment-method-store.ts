import type { Transaction } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { validationFailed } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Customer } from './customer.entity.js';
import { PaymentMethod } from './payment-method.entity.js';

// The token of a method that the service has attached to a customer at the processor is needed to detach it.
const DELETE = namedQuery(
  'payment_methods_delete',
  `UPDATE payment_methods m
      SET deleted_at = now(), detach_at = CASE WHEN d.attached THEN now() END,
          token_ciphertext = CASE WHEN d.attached THEN m.token_ciphertext END,
          token_data_key = CASE WHEN d.attached THEN m.token_data_key END,
          processor_customer = NULL, brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
     FROM (SELECT o.id, EXISTS (SELECT FROM processor_customers p
                                 WHERE p.environment_id = $1 AND p.customer_id = $2 AND p.processor_id = o.processor_id
                                   AND p.reference = o.processor_customer) AS attached
             FROM payment_methods o WHERE o.environment_id = $1 AND o.customer_id = $2 AND o.id = $3) d
    WHERE m.environment_id = $1 AND m.id = d.id AND m.deleted_at IS NULL
    RETURNING m.id`,
);

// The customer is deleted at the processor with all methods.
const DELETE_ALL = namedQuery(
  'payment_methods_delete_all',
  `UPDATE payment_methods
      SET deleted_at = coalesce(deleted_at, now()), detach_at = NULL, token_ciphertext = NULL, token_data_key = NULL,
          processor_customer = NULL, brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
    WHERE environment_id = $1 AND customer_id = $2 AND (deleted_at IS NULL OR detach_at IS NOT NULL)`,
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
  throw validationFailed('The payment method does not exist.', {
    pointer,
    code: 'not_found',
    detail: 'is not a payment method of this customer',
  });
}

/** Erases the data of a payment method with its token. Returns false when the customer has none with that id. */
export async function emptyPaymentMethod(transaction: Transaction, owner: Owner, id: string): Promise<boolean> {
  return (await transaction.run(DELETE, [owner.environmentId, owner.id, id])).length > 0;
}

/** Erases all payment methods of a customer. */
export function emptyPaymentMethods(transaction: Transaction, owner: Owner): void {
  transaction.queue(DELETE_ALL, [owner.environmentId, owner.id]);
}
