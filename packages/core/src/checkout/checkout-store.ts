import type { PageCondition } from '../platform/database/environment-tables.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { IS_DUE } from '../security/due-rows.js';
import { environmentMoment, type EnvironmentMoment } from '../security/environment-time.js';
import { CheckoutSession } from './checkout-session.entity.js';

/** A checkout session locked by this transaction. A payment is always locked before its session. */
export interface HeldCheckout extends EnvironmentMoment {
  readonly session: CheckoutSession;
}

export function checkoutId(publicId: string): string {
  const id = fromPublicId('cs', publicId);
  if (id === undefined) throw unknownCheckout(publicId);
  return id;
}

export function lockCheckout(tables: TransactionTables, id: string): Promise<HeldCheckout | undefined> {
  return hold(tables, id);
}

/** Locks a session if it is due and not locked: another worker that has locked it does the work. */
export function lockDueCheckout(tables: TransactionTables, id: string): Promise<HeldCheckout | undefined> {
  return hold(tables, id, 'FOR UPDATE SKIP LOCKED', IS_DUE);
}

export function unknownCheckout(publicId: string): DomainError {
  return new DomainError('not_found', `There is no checkout session ${publicId}.`);
}

async function hold(
  tables: TransactionTables,
  id: string,
  ...how: [strength?: 'FOR UPDATE SKIP LOCKED', condition?: PageCondition]
): Promise<HeldCheckout | undefined> {
  // Sent after the lock: while it was awaited, another transaction may have moved the clock.
  const [session, moment] = await Promise.all([tables.lock(CheckoutSession, id, ...how), environmentMoment(tables)]);
  return session && { session, ...moment };
}
