import type { Database } from '../platform/database/database.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { DueRows } from '../security/due-rows.js';
import type { Schedule } from '../platform/schedules/schedule.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { lockDueSubscription } from './subscription-store.js';

export interface SubscriptionScheduleDependencies {
  readonly database: Database;
  readonly billing: SubscriptionBilling;
  readonly queues: WorkQueues;
  readonly logger: Logger;
}

/** Charges due subscriptions, and cancels those that end. */
export class SubscriptionSchedule implements Schedule {
  readonly name = 'subscriptions';
  private readonly rows: DueRows;

  constructor(private readonly deps: SubscriptionScheduleDependencies) {
    this.rows = new DueRows({
      database: deps.database,
      table: 'subscriptions',
      settle: (ref) => this.settle(ref),
      failed: ({ id }, error) =>
        deps.logger.error(
          { event: 'subscription_failed', subscription: id, err: error },
          'the subscription is retried in a minute',
        ),
    });
  }

  nextDue(environmentId: number): Promise<Date | undefined> {
    return this.rows.nextDue(environmentId);
  }

  settleDue(limit: number, environmentId?: number): Promise<number> {
    return this.rows.settleDue(limit, environmentId);
  }

  private async settle(ref: WorkRef): Promise<boolean> {
    const billed = await this.deps.database.transaction(async (transaction) => {
      const held = await lockDueSubscription(transaction.forEnvironment(ref), ref.id);
      return held && (await this.deps.billing.settle(transaction, held));
    });
    if (billed === undefined) return false;
    await Promise.all([
      this.deps.queues.add('payments', billed.payments),
      this.deps.queues.add('deliveries', billed.deliveries),
    ]);
    return true;
  }
}
