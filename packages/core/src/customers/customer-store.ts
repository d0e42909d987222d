import type { StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { Customer } from './customer.entity.js';

/** SQL: the connection of the default payment method of customer `c`. */
export const METHOD_PROCESSOR = `
  (SELECT m.processor_id FROM payment_methods m
    WHERE m.environment_id = c.environment_id AND m.id = c.default_payment_method_id) `;

/** A locked customer, and the connection that the default payment method belongs to. */
export type HeldCustomer = Customer & { readonly methodProcessorId: string | null };

// For transactions that store the customer's data elsewhere: an erasure waits for their commit, or they wait for the erasure
// and find no customer.
const HOLD = namedQuery(
  'customers_hold',
  `SELECT c.environment_id AS "environmentId", c.id, c.version, c.email, c.email_normalized AS "emailNormalized",
          c.first_name AS "firstName", c.last_name AS "lastName", c.phone, c.address, c.locale, c.currency,
          c.email_receipts AS "emailReceipts", c.default_payment_method_id AS "defaultPaymentMethodId", c.metadata,
          c.erased_at AS "erasedAt", c.updated_at AS "updatedAt", ${METHOD_PROCESSOR} AS "methodProcessorId"
     FROM unnest($1::int[], $2::bigint[]) AS w (environment_id, id)
     JOIN customers c ON c.environment_id = w.environment_id AND c.id = w.id
    WHERE c.erased_at IS NULL FOR KEY SHARE OF c`,
);

/** Throws `not_found`. */
export async function findCustomer(tables: EnvironmentTables, publicId: string): Promise<Customer> {
  const id = fromPublicId('cust', publicId);
  const customer = id === undefined ? undefined : await tables.find(Customer, { id, erasedAt: null });
  if (customer === undefined) throw unknownCustomer(publicId);
  return customer;
}

/** Locks a customer for changes. Throws `not_found`. */
export async function lockCustomer(tables: TransactionTables, publicId: string): Promise<Customer> {
  const id = fromPublicId('cust', publicId);
  // This lets payments of the customer continue: they lock the row FOR KEY SHARE.
  const strength = 'FOR NO KEY UPDATE';
  const customer = id === undefined ? undefined : await tables.lock(Customer, { id, erasedAt: null }, strength);
  if (customer === undefined) throw unknownCustomer(publicId);
  return customer;
}

/** Locks those of the customers that exist, so that none is erased before the transaction ends. */
export function holdCustomers(
  transaction: StatementRunner,
  customers: readonly Pick<Customer, 'environmentId' | 'id'>[],
): Promise<HeldCustomer[]> {
  const values = [customers.map(({ environmentId }) => environmentId), customers.map(({ id }) => id)];
  return transaction.run<HeldCustomer>(HOLD, values);
}

export function unknownCustomer(publicId: string): DomainError {
  return new DomainError('not_found', `There is no customer ${publicId}.`);
}
