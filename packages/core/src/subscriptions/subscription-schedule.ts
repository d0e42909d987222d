import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Schedule } from '../platform/schedules/schedule.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { lockDueSubscription } from './subscription-store.js';

const NEXT_DUE = namedQuery(
  'subscriptions_next_due',
  `SELECT due_at AS "dueAt" FROM subscriptions
    WHERE environment_id = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
);

// What is due by real time is due everywhere. Beyond it only environments with a clock offset are searched.
const DUE = namedQuery(
  'subscriptions_due',
  `SELECT "environmentId", id FROM (
     (SELECT environment_id AS "environmentId", id, due_at FROM subscriptions
       WHERE due_at <= now() ORDER BY due_at LIMIT $1)
     UNION ALL
     (SELECT ahead.environment_id, ahead.id, ahead.due_at
        FROM environments e
       CROSS JOIN LATERAL (
         SELECT s.environment_id, s.id, s.due_at FROM subscriptions s
          WHERE s.environment_id = e.id AND s.due_at > now() AND s.due_at <= now() + e.clock_offset
          ORDER BY s.due_at LIMIT $1
       ) ahead
       WHERE e.clock_offset > '0')
   ) due
   ORDER BY due_at LIMIT $1`,
);

const DUE_IN = namedQuery(
  'subscriptions_due_in',
  `SELECT s.environment_id AS "environmentId", s.id FROM environments e
     JOIN subscriptions s ON s.environment_id = e.id AND s.due_at <= now() + e.clock_offset
    WHERE e.id = $2 ORDER BY s.due_at LIMIT $1`,
);

// A failed subscription would be first in every round, and enough of them would leave no room for others.
const POSTPONE = namedQuery(
  'subscriptions_postpone',
  `UPDATE subscriptions s SET due_at = now() + e.clock_offset + interval '1 minute'
     FROM environments e
    WHERE s.environment_id = $1 AND s.id = $2 AND e.id = s.environment_id AND s.due_at <= now() + e.clock_offset`,
);

const AT_ONCE = 8;

export interface SubscriptionScheduleDependencies {
  readonly database: Database;
  readonly billing: SubscriptionBilling;
  readonly queues: WorkQueues;
  readonly logger: Logger;
}

/** Charges due subscriptions, and cancels those that end. */
export class SubscriptionSchedule implements Schedule {
  readonly name = 'subscriptions';

  constructor(private readonly deps: SubscriptionScheduleDependencies) {}

  async nextDue(environmentId: number): Promise<Date | undefined> {
    const [next] = await this.deps.database.forSystem().run<{ dueAt: Date }>(NEXT_DUE, [environmentId]);
    return next?.dueAt;
  }

  async settleDue(limit: number, environmentId?: number): Promise<number> {
    const system = this.deps.database.forSystem();
    const due = await (environmentId === undefined
      ? system.run<WorkRef>(DUE, [limit])
      : system.run<WorkRef>(DUE_IN, [limit, environmentId]));
    let settled = 0;
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const outcomes = await Promise.all(due.slice(start, start + AT_ONCE).map((ref) => this.settle(ref)));
      settled += outcomes.filter((done) => done).length;
    }
    return settled;
  }

  /** Whether something was due and is done. A failure does not hold up other subscriptions. */
  private async settle(ref: WorkRef): Promise<boolean> {
    try {
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
    } catch (error) {
      this.deps.logger.error(
        { event: 'subscription_failed', subscription: ref.id, err: error },
        'the subscription is retried in a minute',
      );
      await this.postpone(ref);
      return false;
    }
  }

  private async postpone(ref: WorkRef): Promise<void> {
    try {
      await this.deps.database.forSystem().run(POSTPONE, [ref.environmentId, ref.id]);
    } catch {
      // Postgres is probably away: the subscription stays due, and is retried when it is back.
    }
  }
}
