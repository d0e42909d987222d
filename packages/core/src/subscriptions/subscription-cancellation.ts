import type { Schemas } from '@svc/contract';
import type { EnvironmentScope, Transaction } from '../platform/database/database.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { requireMatch } from '../platform/preconditions.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import type { SubscriptionChanges } from './subscription-changes.js';
import { lockSubscription, lockSubscriptionsOfCustomer } from './subscription-store.js';
import { afterCancel, afterCancelAtPeriodEnd } from './subscription-state.js';
import { presentSubscription } from './subscription.presenter.js';

export interface SubscriptionCancellationDependencies {
  readonly changes: SubscriptionChanges;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** Cancels subscriptions, but not their payments in flight. */
export class SubscriptionCancellation {
  constructor(private readonly deps: SubscriptionCancellationDependencies) {}

  /** Cancels a subscription now, or at the end of its current period. */
  async cancel(caller: Caller, publicId: string, atPeriodEnd: boolean): Promise<Schemas['Subscription']> {
    let deliveries: readonly WorkRef[] = [];
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      const { subscription, period, mode } = await lockSubscription(transaction.forEnvironment(caller), publicId);
      requireMatch(caller, subscription.version);
      if (subscription.status === 'cancelled') throw cancelledAlready();
      if (atPeriodEnd && subscription.cancelAtPeriodEnd) return presentSubscription(subscription, mode);
      const after = atPeriodEnd ? afterCancelAtPeriodEnd(subscription) : afterCancel(subscription);
      const changed = await this.deps.changes.save(transaction, subscription, after, period?.state, mode);
      deliveries = changed.deliveries;
      await this.deps.audit.note(transaction, caller, { action: 'subscription.cancelled', objectId: publicId });
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
    customer: EnvironmentScope & { readonly customerId: string },
    afterId: string,
    limit: number,
  ): Promise<string[]> {
    const tables = transaction.forEnvironment(customer);
    const all = await lockSubscriptionsOfCustomer(tables, customer.customerId, afterId, limit);
    for (const { subscription, period, mode } of all) {
      if (subscription.status === 'cancelled') continue;
      await this.deps.changes.save(transaction, subscription, afterCancel(subscription), period?.state, mode);
    }
    return all.map(({ subscription }) => subscription.id);
  }
}

export function cancelledAlready(): DomainError {
  const members = { currentStatus: 'cancelled', currentStage: null, allowedActions: [] };
  return new DomainError('state_conflict', 'The subscription is cancelled.', { members });
}
