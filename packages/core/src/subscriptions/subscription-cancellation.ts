import type { Schemas } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import type { ErasedCustomer } from '../platform/erasure/erasure-hooks.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Payment } from '../payments/payment.entity.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids.js';
import { requireMatch } from '../platform/preconditions.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { AwaitingPayments } from './awaiting-payments.js';
import type { ChangedSubscription, SubscriptionChanges } from './subscription-changes.js';
import {
  type HeldSubscription,
  lockSubscription,
  lockSubscriptionById,
  subscriptionsOfCustomer,
} from './subscription-store.js';
import { afterCancel, afterCancelAtPeriodEnd } from './subscription-state.js';
import { presentSubscription } from './subscription.presenter.js';
import type { Subscription } from './subscription.entity.js';

export interface SubscriptionCancellationDependencies {
  readonly changes: SubscriptionChanges;
  readonly awaiting: AwaitingPayments;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Cancels subscriptions, and those of their payments that were not sent. */
export class SubscriptionCancellation {
  constructor(private readonly deps: SubscriptionCancellationDependencies) {}

  /** Cancels a subscription now, or at the end of its current period. */
  async cancel(caller: Caller, publicId: string, atPeriodEnd: boolean): Promise<Schemas['Subscription']> {
    let deliveries: readonly WorkRef[] = [];
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const awaiting = await this.deps.awaiting.lock(transaction, caller, [fromPublicId('sub', publicId) ?? '0']);
      const held = await lockSubscription(transaction.forEnvironment(caller), publicId);
      const { subscription, mode } = held;
      requireMatch(caller, subscription.version);
      if (subscription.status === 'cancelled') throw cancelledAlready();
      if (atPeriodEnd && subscription.cancelAtPeriodEnd) return presentSubscription(subscription, mode);
      const after = atPeriodEnd ? afterCancelAtPeriodEnd(subscription) : afterCancel(subscription);
      const changed = await this.write(transaction, held, after, awaiting, caller.trace);
      deliveries = changed.deliveries;
      await this.deps.audit.record(transaction, caller, { action: 'subscription.cancelled', objectId: publicId });
      return presentSubscription(changed.subscription, mode);
    });
    await this.deps.queues.add('deliveries', deliveries);
    return answer;
  }

  /**
   * Cancels the open ones among a customer's next `limit` subscriptions after `afterId`, and returns the ids of all of these in
   * order. The background task finds the deliveries.
   */
  async cancelOf(
    transaction: Transaction,
    customer: ErasedCustomer,
    afterId: string,
    limit: number,
  ): Promise<string[]> {
    const tables = transaction.forEnvironment(customer);
    const ids = await subscriptionsOfCustomer(tables, customer.customerId, afterId, limit);
    const awaiting = await this.deps.awaiting.lock(transaction, customer, ids);
    for (const id of ids) {
      const held = await lockSubscriptionById(tables, id);
      if (held.subscription.status === 'cancelled') continue;
      await this.end(transaction, held, awaiting, customer.trace);
    }
    return ids;
  }

  /** Cancels a locked subscription, with its payment among those that were not sent. */
  end(
    transaction: Transaction,
    held: HeldSubscription,
    awaiting: readonly Payment[],
    trace?: Trace | null,
  ): Promise<ChangedSubscription> {
    return this.write(transaction, held, afterCancel(held.subscription), awaiting, trace);
  }

  private async write(
    transaction: Transaction,
    held: HeldSubscription,
    after: Subscription,
    awaiting: readonly Payment[],
    trace: Trace | null | undefined,
  ): Promise<ChangedSubscription> {
    const { subscription, period, mode } = held;
    const payment = after.status === 'cancelled' ? await this.deps.awaiting.of(transaction, awaiting, held) : undefined;
    const changed = await this.deps.changes.save(transaction, subscription, after, period?.state, { mode, trace });
    if (payment === undefined) return changed;
    const deliveries = await this.deps.awaiting.cancel(transaction, payment, held, trace);
    return { ...changed, deliveries: [...changed.deliveries, ...deliveries] };
  }
}

export function cancelledAlready(): DomainError {
  const members = { currentStatus: 'cancelled', currentStage: null, allowedActions: [] };
  return new DomainError('state_conflict', 'The subscription is cancelled.', { members });
}
