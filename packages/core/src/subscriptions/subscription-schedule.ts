import type { Database, Transaction } from '../platform/database/database.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { DueRows } from '../security/due-rows.js';
import type { AwaitingPayments } from './awaiting-payments.js';
import type { Billed, SubscriptionBilling } from './subscription-billing.js';
import type { SubscriptionCancellation } from './subscription-cancellation.js';
import { lockDueSubscription } from './subscription-store.js';

export interface SubscriptionScheduleDependencies {
  readonly database: Database;
  readonly billing: SubscriptionBilling;
  readonly awaiting: AwaitingPayments;
  readonly cancellation: SubscriptionCancellation;
  readonly queues: WorkQueues;
  readonly logger: Logger;
}

/** Charges due subscriptions, and cancels those that end. */
export class SubscriptionSchedule extends DueRows {
  readonly name = 'subscriptions';

  constructor(private readonly deps: SubscriptionScheduleDependencies) {
    super(deps.database, 'subscriptions');
  }

  protected failed({ id }: WorkRef, error: unknown): void {
    this.deps.logger.error(
      { event: 'subscription_failed', subscription: id, err: error },
      'could not process the due subscription; retrying in a minute',
    );
  }

  protected async settle(ref: WorkRef): Promise<boolean> {
    const billed = await this.deps.database.transaction((transaction) => this.settleLocked(transaction, ref));
    if (billed === undefined) return false;
    await Promise.all([
      this.deps.queues.add('payments', billed.payments),
      this.deps.queues.add('deliveries', billed.deliveries),
    ]);
    return true;
  }

  private async settleLocked(transaction: Transaction, ref: WorkRef): Promise<Billed | undefined> {
    const { billing, awaiting, cancellation } = this.deps;
    const locked = await awaiting.lock(transaction, ref, [ref.id]);
    const held = await lockDueSubscription(transaction.forEnvironment(ref), ref.id);
    if (held === undefined) return undefined;
    const billed = await billing.settle(transaction, held);
    if (billed !== 'ends') return billed;
    const { deliveries } = await cancellation.end(transaction, held, locked);
    return { payments: [], deliveries };
  }
}
