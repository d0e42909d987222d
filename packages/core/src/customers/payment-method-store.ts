import type { StatementRunner, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Customer } from './customer.entity.js';
import type { PaymentMethod } from './payment-method.entity.js';

const INSERT = namedQuery(
  'payment_methods_insert',
  `INSERT INTO payment_methods (environment_id, id, customer_id, type, token_ciphertext, token_data_key, brand, last4,
     expiry_month, expiry_year)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const OWN = namedQuery(
  'payment_methods_own',
  `SELECT id FROM payment_methods
    WHERE environment_id = $1 AND customer_id = $2 AND id = $3 AND deleted_at IS NULL`,
);

const DELETE = namedQuery(
  'payment_methods_delete',
  `UPDATE payment_methods
      SET deleted_at = now(), token_ciphertext = NULL, token_data_key = NULL, brand = NULL, last4 = NULL,
          expiry_month = NULL, expiry_year = NULL
    WHERE environment_id = $1 AND customer_id = $2 AND ($3::bigint IS NULL OR id = $3) AND deleted_at IS NULL
    RETURNING id`,
);

type Owner = Pick<Customer, 'environmentId' | 'id'>;

export function insertPaymentMethod(transaction: Transaction, method: PaymentMethod): void {
  transaction.queue(INSERT, [
    method.environmentId,
    method.id,
    method.customerId,
    method.type,
    method.tokenCiphertext,
    method.tokenDataKey,
    method.brand,
    method.last4,
    method.expiryMonth,
    method.expiryYear,
  ]);
}

/** Whether a payment method is the customer's, and not removed. */
export async function isOwnMethod(runner: StatementRunner, owner: Owner, id: string): Promise<boolean> {
  return (await runner.run(OWN, [owner.environmentId, owner.id, id])).length > 0;
}

/** The id of a payment method; undefined when it is not the customer's, or was removed. */
export async function findOwnMethod(
  runner: StatementRunner,
  owner: Owner,
  publicId: string,
): Promise<string | undefined> {
  const id = fromPublicId('pm', publicId);
  const [row] = id === undefined ? [] : await runner.run<{ id: string }>(OWN, [owner.environmentId, owner.id, id]);
  return row?.id;
}

/** The id of a customer's payment method. Throws `validation_failed` when it is not theirs, or was removed. */
export async function requireOwnMethod(runner: StatementRunner, owner: Owner, publicId: string): Promise<string> {
  const id = await findOwnMethod(runner, owner, publicId);
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
