import type { EnvironmentScope, Transaction } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Caller } from '../security/caller.js';
import { PAYMENT_COLUMNS, Payment } from './payment.entity.js';

// Serializes actions on a payment: the second one sees the result of the first.
const LOCK = namedQuery(
  'payments_lock',
  `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.environment_id = $1 AND p.id = $2 FOR UPDATE`,
);

/** Throws `not_found`. */
export async function findPayment(tables: EnvironmentTables, publicId: string): Promise<Payment> {
  const id = fromPublicId('pay', publicId);
  const payment = id === undefined ? undefined : await tables.find(Payment, id);
  if (payment === undefined) throw unknownPayment(publicId);
  return payment;
}

const CLOSE_UNSENT = namedQuery(
  'payment_attempts_close_unsent',
  `UPDATE payment_attempts SET state = 'declined', code = 'not_sent', finished_at = now()
    WHERE environment_id = $1 AND payment_id = $2 AND state = 'open'`,
);

/** Reads a payment FOR UPDATE. Throws `not_found`. */
export async function lockPayment(transaction: Transaction, caller: Caller, publicId: string): Promise<Payment> {
  const id = fromPublicId('pay', publicId);
  const payment = id === undefined ? undefined : await lockPaymentIfAny(transaction, caller, id);
  if (payment === undefined) throw unknownPayment(publicId);
  return payment;
}

/** Like `lockPayment`, but returns undefined when there is no such payment. */
export async function lockPaymentIfAny(
  transaction: Transaction,
  { environmentId }: EnvironmentScope,
  id: string,
): Promise<Payment | undefined> {
  const [payment] = await transaction.run<Payment>(LOCK, [environmentId, id]);
  return payment;
}

/** Closes the attempt of a payment that ends unsent: what a worker claims has been marked as sent before. */
export function closeUnsent(transaction: Transaction, { environmentId, id }: Payment): void {
  transaction.queue(CLOSE_UNSENT, [environmentId, id]);
}

export function unknownPayment(publicId: string): DomainError {
  return new DomainError('not_found', `There is no payment ${publicId}.`);
}
