import type { Transaction } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { TransactionTables } from '../platform/database/transaction-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { IS_DUE } from '../security/due-rows.js';
import { environmentMoment, type EnvironmentMoment } from '../security/environment-time.js';
import { SubscriptionPeriod } from './subscription-period.entity.js';
import { Subscription } from './subscription.entity.js';

const OF_CUSTOMER = namedQuery(
  'subscriptions_of_erased',
  `SELECT id FROM subscriptions WHERE environment_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
);

const RESCHEDULE = namedQuery(
  'subscriptions_reschedule',
  'UPDATE subscriptions SET due_at = $3 WHERE environment_id = $1 AND id = $2',
);

// Only when the row is looked at again: what is due, and when, follows from its other columns.
const POSTPONE = namedQuery(
  'subscriptions_postpone_hour',
  `UPDATE subscriptions SET due_at = now() + interval '1 hour' WHERE environment_id = $1 AND id = $2`,
);

/** A subscription locked by this transaction. */
export interface HeldSubscription extends EnvironmentMoment {
  readonly subscription: Subscription;
  /** The current period; undefined before the first. */
  readonly period: SubscriptionPeriod | undefined;
}

/** Locks a subscription. Throws `not_found`. */
export async function lockSubscription(tables: TransactionTables, publicId: string): Promise<HeldSubscription> {
  const id = fromPublicId('sub', publicId);
  const held = id === undefined ? undefined : await hold(tables, id);
  if (held === undefined) throw unknownSubscription(publicId);
  return held;
}

/** Locks a subscription if it is due and not locked: another worker that has locked it does the work. */
export function lockDueSubscription(tables: TransactionTables, id: string): Promise<HeldSubscription | undefined> {
  return hold(tables, id, 'FOR UPDATE SKIP LOCKED', IS_DUE);
}

/** Locks a subscription that must exist. */
export async function lockSubscriptionById(tables: TransactionTables, id: string): Promise<HeldSubscription> {
  const held = await hold(tables, id);
  if (held === undefined) throw new Error('a subscription is missing');
  return held;
}

/** Up to `limit` subscriptions of a customer with ids above `afterId`, in order. */
export async function subscriptionsOfCustomer(
  tables: TransactionTables,
  customerId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  return (await tables.run<{ id: string }>(OF_CUSTOMER, [customerId, afterId, limit])).map(({ id }) => id);
}

/** Has a subscription looked at again at this time, by its environment's clock. Null for when a payment has an outcome. */
export function rescheduleSubscription(
  transaction: Transaction,
  { environmentId, id }: Subscription,
  dueAt: Date | null,
): void {
  transaction.queue(RESCHEDULE, [environmentId, id, dueAt]);
}

/** Has a live subscription looked at again in an hour. */
export function postponeSubscription(transaction: Transaction, { environmentId, id }: Subscription): void {
  transaction.queue(POSTPONE, [environmentId, id]);
}

export function unknownSubscription(publicId: string): DomainError {
  return new DomainError('not_found', `There is no subscription ${publicId}.`);
}

async function hold(
  tables: TransactionTables,
  id: string,
  ...how: [strength?: 'FOR UPDATE SKIP LOCKED', condition?: PageCondition]
): Promise<HeldSubscription | undefined> {
  // Sent after the lock: while it was awaited, another transaction may have moved the clock.
  const [subscription, moment] = await Promise.all([tables.lock(Subscription, id, ...how), environmentMoment(tables)]);
  if (subscription === undefined) return undefined;
  const { period: n } = subscription;
  // A statement of its own after the lock: one that waits for a lock sees other rows as they were before.
  const key = { subscriptionId: id, period: n ?? 0 };
  const period = n === null ? undefined : await tables.find(SubscriptionPeriod, key);
  return { subscription, period, ...moment };
}
