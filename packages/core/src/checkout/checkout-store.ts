import { namedQuery } from '../platform/database/named-query.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import { CheckoutSession } from './checkout-session.entity.js';

// Read after the lock: while it was awaited, another transaction may have moved the clock.
const ENVIRONMENT = namedQuery(
  'checkout_environment',
  `SELECT mode, date_trunc('milliseconds', now() + clock_offset) AS now FROM environments WHERE id = $1`,
);

const IS_DUE: PageCondition = {
  text: 'due_at <= now() + (SELECT e.clock_offset FROM environments e WHERE e.id = environment_id)',
  values: [],
};

/** A checkout session locked by this transaction. A payment is always locked before its session. */
export interface HeldCheckout {
  readonly session: CheckoutSession;
  readonly mode: Mode;
  /** The environment's time. */
  readonly now: Date;
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
  const session = await tables.lock(CheckoutSession, id, ...how);
  if (session === undefined) return undefined;
  const [environment] = await tables.run<Pick<HeldCheckout, 'mode' | 'now'>>(ENVIRONMENT, []);
  if (environment === undefined) throw new Error('there is no such environment');
  return { session, ...environment };
}
