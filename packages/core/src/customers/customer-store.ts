import type { EnvironmentScope, StatementRunner, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Customer } from './customer.entity.js';

const COLUMNS = `c.environment_id AS "environmentId", c.id, c.version, c.email, c.email_normalized AS "emailNormalized",
  c.first_name AS "firstName", c.last_name AS "lastName", c.phone, c.address, c.locale, c.currency,
  c.email_receipts AS "emailReceipts", c.default_payment_method_id AS "defaultPaymentMethodId", c.metadata,
  c.erased_at AS "erasedAt", c.updated_at AS "updatedAt"`;

const ONE = `SELECT ${COLUMNS} FROM customers c WHERE c.environment_id = $1 AND c.id = $2 AND c.erased_at IS NULL`;
const FIND = namedQuery('customers_find', ONE);

// FOR NO KEY UPDATE lets payments of the customer continue: they lock the row FOR KEY SHARE.
const LOCK = namedQuery('customers_lock', `${ONE} FOR NO KEY UPDATE`);

// For transactions that store the customer's data elsewhere: an erasure waits for their commit, or they wait for the erasure
// and find no customer.
const HOLD = namedQuery(
  'customers_hold',
  `SELECT ${COLUMNS} FROM unnest($1::int[], $2::bigint[]) AS w (environment_id, id)
     JOIN customers c ON c.environment_id = w.environment_id AND c.id = w.id
    WHERE c.erased_at IS NULL FOR KEY SHARE OF c`,
);

const INSERT = namedQuery(
  'customers_insert',
  `INSERT INTO customers (environment_id, id, email, email_normalized, first_name, last_name, phone, address, locale,
     currency, email_receipts, default_payment_method_id, metadata, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, id_time($2::bigint))
   ON CONFLICT (environment_id, email_normalized) DO NOTHING
   RETURNING id`,
);

const SAVE = namedQuery(
  'customers_save',
  `UPDATE customers
      SET email = $3, email_normalized = $4, first_name = $5, last_name = $6, phone = $7, address = $8, locale = $9,
          currency = $10, email_receipts = $11, default_payment_method_id = $12, metadata = $13, version = version + 1,
          updated_at = date_trunc('milliseconds', clock_timestamp())
    WHERE environment_id = $1 AND id = $2
    RETURNING version, updated_at AS "updatedAt"`,
);

const ID_OF_EMAIL = namedQuery(
  'customers_id_of_email',
  'SELECT id FROM customers WHERE environment_id = $1 AND email_normalized = $2',
);

/** Throws `not_found`. */
export function findCustomer(runner: StatementRunner, scope: EnvironmentScope, publicId: string): Promise<Customer> {
  return one(runner, FIND, scope, publicId);
}

/** Locks a customer for changes. Throws `not_found`. */
export function lockCustomer(transaction: Transaction, scope: EnvironmentScope, publicId: string): Promise<Customer> {
  return one(transaction, LOCK, scope, publicId);
}

/** Locks those of the customers that exist, so that none is erased before the transaction ends. */
export function holdCustomers(
  transaction: StatementRunner,
  customers: readonly Pick<Customer, 'environmentId' | 'id'>[],
): Promise<Customer[]> {
  const values = [customers.map(({ environmentId }) => environmentId), customers.map(({ id }) => id)];
  return transaction.run<Customer>(HOLD, values);
}

/** Stores a new customer, after waiting for a concurrent one with its email. Returns false when the email is taken. */
export async function insertCustomer(transaction: Transaction, customer: Customer): Promise<boolean> {
  return (await transaction.run(INSERT, storedValues(customer))).length > 0;
}

/** Stores changes of a locked customer under the next version. */
export async function saveCustomer(transaction: Transaction, customer: Customer): Promise<Customer> {
  const [saved] = await transaction.run<Pick<Customer, 'version' | 'updatedAt'>>(SAVE, storedValues(customer));
  if (saved === undefined) throw new Error('a locked customer vanished');
  return { ...customer, ...saved };
}

/** The id of the customer with a normalized email. */
export async function idOfEmail(
  runner: StatementRunner,
  { environmentId }: EnvironmentScope,
  emailNormalized: string,
): Promise<string | undefined> {
  const [row] = await runner.run<{ id: string }>(ID_OF_EMAIL, [environmentId, emailNormalized]);
  return row?.id;
}

export function unknownCustomer(publicId: string): DomainError {
  return new DomainError('not_found', `There is no customer ${publicId}.`);
}

async function one(
  runner: StatementRunner,
  query: typeof FIND,
  { environmentId }: EnvironmentScope,
  publicId: string,
): Promise<Customer> {
  const id = fromPublicId('cust', publicId);
  const [customer] = id === undefined ? [] : await runner.run<Customer>(query, [environmentId, id]);
  if (customer === undefined) throw unknownCustomer(publicId);
  return customer;
}

function storedValues(customer: Customer): unknown[] {
  return [
    customer.environmentId,
    customer.id,
    customer.email,
    customer.emailNormalized,
    customer.firstName,
    customer.lastName,
    customer.phone,
    customer.address === null ? null : JSON.stringify(customer.address),
    customer.locale,
    customer.currency,
    customer.emailReceipts,
    customer.defaultPaymentMethodId,
    JSON.stringify(customer.metadata),
  ];
}
