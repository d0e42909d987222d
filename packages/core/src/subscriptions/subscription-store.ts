import type { EnvironmentScope, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { Mode } from '../security/environment.entity.js';
import type { SubscriptionPeriod } from './subscription-period.entity.js';
import type { Subscription } from './subscription.entity.js';

const COLUMNS = `s.environment_id AS "environmentId", s.id, s.version, s.customer_id AS "customerId",
  s.amount_value AS "amountValue", s.currency, s.interval, s.interval_count AS "intervalCount", s.start_at AS "startAt",
  s.anchor_at AS "anchorAt", s.anchor_period AS "anchorPeriod", s.payment_method_id AS "paymentMethodId",
  s.description, s.metadata, s.status, s.period, s.current_period_start AS "currentPeriodStart",
  s.current_period_end AS "currentPeriodEnd", s.retry_at AS "retryAt", s.cancel_at_period_end AS "cancelAtPeriodEnd",
  s.due_at AS "dueAt", s.updated_at AS "updatedAt"`;

const HELD = `SELECT ${COLUMNS}, e.mode, date_trunc('milliseconds', now() + e.clock_offset) AS "environmentTime"
   FROM subscriptions s JOIN environments e ON e.id = s.environment_id WHERE s.environment_id = $1`;

// Serializes changes of a subscription: the second one sees the result of the first.
const LOCK = namedQuery('subscriptions_lock', `${HELD} AND s.id = $2 FOR UPDATE OF s`);

// SKIP LOCKED: a subscription that another worker has locked is left to it.
const LOCK_DUE = namedQuery(
  'subscriptions_lock_due',
  `${HELD} AND s.id = $2 AND s.due_at <= now() + e.clock_offset FOR UPDATE OF s SKIP LOCKED`,
);

const LOCK_OF_CUSTOMER = namedQuery(
  'subscriptions_lock_of_customer',
  `${HELD} AND s.customer_id = $2 AND s.id > $3 ORDER BY s.id LIMIT $4 FOR UPDATE OF s`,
);

// A statement of its own after the lock: one that waits for a lock sees other rows as they were before.
const PERIOD = namedQuery(
  'subscription_periods_find',
  `SELECT environment_id AS "environmentId", subscription_id AS "subscriptionId", period, starts_at AS "startsAt",
          ends_at AS "endsAt", amount_value AS "amountValue", currency, state, payment_id AS "paymentId", attempts,
          attempt_due_at AS "attemptDueAt"
     FROM subscription_periods WHERE environment_id = $1 AND subscription_id = $2 AND period = $3`,
);

const INSERT = namedQuery(
  'subscriptions_insert',
  `INSERT INTO subscriptions (environment_id, id, amount_value, currency, interval, interval_count, anchor_at,
     anchor_period, payment_method_id, description, metadata, status, period, current_period_start,
     current_period_end, retry_at, cancel_at_period_end, due_at, updated_at, customer_id, start_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
);

const SAVE = namedQuery(
  'subscriptions_save',
  `UPDATE subscriptions
      SET amount_value = $3, currency = $4, interval = $5, interval_count = $6, anchor_at = $7, anchor_period = $8,
          payment_method_id = $9, description = $10, metadata = $11, status = $12, period = $13,
          current_period_start = $14, current_period_end = $15, retry_at = $16, cancel_at_period_end = $17,
          due_at = $18, updated_at = $19, version = version + 1
    WHERE environment_id = $1 AND id = $2`,
);

const BEGIN_PERIOD = namedQuery(
  'subscription_periods_begin',
  `INSERT INTO subscription_periods (environment_id, subscription_id, period, starts_at, ends_at, amount_value,
     currency, state, payment_id, attempt_due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $4)`,
);

const RETRY_PERIOD = namedQuery(
  'subscription_periods_retry',
  `UPDATE subscription_periods SET state = 'open', attempts = attempts + 1, payment_id = $4, attempt_due_at = $5
    WHERE environment_id = $1 AND subscription_id = $2 AND period = $3 AND state = 'failed'
    RETURNING period`,
);

const SETTLE_PERIOD = namedQuery(
  'subscription_periods_settle',
  `UPDATE subscription_periods SET state = $4
    WHERE environment_id = $1 AND subscription_id = $2 AND period = $3 AND state = 'open'`,
);

/** A subscription locked by this transaction. */
export interface HeldSubscription {
  readonly subscription: Subscription;
  /** The current period; undefined before the first. */
  readonly period: SubscriptionPeriod | undefined;
  readonly mode: Mode;
  /** The environment's time. */
  readonly now: Date;
}

type HeldRow = Subscription & { readonly mode: Mode; readonly environmentTime: Date };

/** Locks a subscription. Throws `not_found`. */
export async function lockSubscription(
  transaction: Transaction,
  scope: EnvironmentScope,
  publicId: string,
): Promise<HeldSubscription> {
  const id = fromPublicId('sub', publicId);
  const [row] = id === undefined ? [] : await transaction.run<HeldRow>(LOCK, [scope.environmentId, id]);
  if (row === undefined) throw unknownSubscription(publicId);
  return held(transaction, row);
}

/** Locks a subscription if it is due and not locked. */
export async function lockDueSubscription(
  transaction: Transaction,
  ref: EnvironmentScope & { readonly id: string },
): Promise<HeldSubscription | undefined> {
  const [row] = await transaction.run<HeldRow>(LOCK_DUE, [ref.environmentId, ref.id]);
  return row && held(transaction, row);
}

/** Locks a subscription that must exist. */
export async function lockSubscriptionById(
  transaction: Transaction,
  ref: EnvironmentScope & { readonly id: string },
): Promise<HeldSubscription> {
  const [row] = await transaction.run<HeldRow>(LOCK, [ref.environmentId, ref.id]);
  if (row === undefined) throw new Error('a subscription is missing');
  return held(transaction, row);
}

/** Locks up to `limit` subscriptions of a customer with ids above `afterId`, in order. */
export async function lockSubscriptionsOfCustomer(
  transaction: Transaction,
  { environmentId, customerId }: EnvironmentScope & { readonly customerId: string },
  afterId: string,
  limit: number,
): Promise<HeldSubscription[]> {
  const rows = await transaction.run<HeldRow>(LOCK_OF_CUSTOMER, [environmentId, customerId, afterId, limit]);
  return Promise.all(rows.map((row) => held(transaction, row)));
}

export function insertSubscription(transaction: Transaction, subscription: Subscription): void {
  transaction.queue(INSERT, [...storedValues(subscription), subscription.customerId, subscription.startAt]);
}

/** Stores changes of a locked subscription. */
export function saveSubscription(transaction: Transaction, subscription: Subscription): void {
  transaction.queue(SAVE, storedValues(subscription));
}

/** Stores a period that begins with this payment; fails when it has begun before. */
export function beginPeriod(transaction: Transaction, period: SubscriptionPeriod): void {
  const { environmentId, subscriptionId, startsAt, endsAt, amountValue, currency, paymentId } = period;
  const values = [environmentId, subscriptionId, period.period, startsAt, endsAt, amountValue, currency, paymentId];
  transaction.queue(BEGIN_PERIOD, values);
}

/** Stores another payment for a period whose last one failed. */
export async function retryPeriod(
  transaction: Transaction,
  period: SubscriptionPeriod,
  paymentId: string,
  dueAt: Date,
): Promise<void> {
  const { environmentId, subscriptionId } = period;
  const values = [environmentId, subscriptionId, period.period, paymentId, dueAt];
  const rows = await transaction.run(RETRY_PERIOD, values);
  if (rows.length === 0) throw new Error('the period to retry is open or paid');
}

/** Stores the outcome of a period's payment. */
export function settlePeriod(transaction: Transaction, period: SubscriptionPeriod, state: 'paid' | 'failed'): void {
  const { environmentId, subscriptionId } = period;
  transaction.queue(SETTLE_PERIOD, [environmentId, subscriptionId, period.period, state]);
}

export function unknownSubscription(publicId: string): DomainError {
  return new DomainError('not_found', `There is no subscription ${publicId}.`);
}

async function held(transaction: Transaction, row: HeldRow): Promise<HeldSubscription> {
  const { mode, environmentTime, ...subscription } = row;
  const { environmentId, id, period: n } = subscription;
  const [period] = n === null ? [] : await transaction.run<SubscriptionPeriod>(PERIOD, [environmentId, id, n]);
  return { subscription, period, mode, now: environmentTime };
}

function storedValues(subscription: Subscription): unknown[] {
  return [
    subscription.environmentId,
    subscription.id,
    subscription.amountValue,
    subscription.currency,
    subscription.interval,
    subscription.intervalCount,
    subscription.anchorAt,
    subscription.anchorPeriod,
    subscription.paymentMethodId,
    subscription.description,
    JSON.stringify(subscription.metadata),
    subscription.status,
    subscription.period,
    subscription.currentPeriodStart,
    subscription.currentPeriodEnd,
    subscription.retryAt,
    subscription.cancelAtPeriodEnd,
    subscription.dueAt,
    subscription.updatedAt,
  ];
}
