import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Schedule } from '../platform/schedules/schedule.js';
import type { CheckoutChanges } from './checkout-changes.js';
import { lockDueCheckout } from './checkout-store.js';

const NEXT_DUE = namedQuery(
  'checkout_sessions_next_due',
  `SELECT due_at AS "dueAt" FROM checkout_sessions
    WHERE environment_id = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
);

// What is due by real time is due everywhere. Beyond it only environments with a clock offset are searched.
const DUE = namedQuery(
  'checkout_sessions_all_due',
  `SELECT "environmentId", id FROM (
     (SELECT environment_id AS "environmentId", id, due_at FROM checkout_sessions
       WHERE due_at <= now() ORDER BY due_at LIMIT $1)
     UNION ALL
     (SELECT ahead.environment_id, ahead.id, ahead.due_at
        FROM environments e
       CROSS JOIN LATERAL (
         SELECT s.environment_id, s.id, s.due_at FROM checkout_sessions s
          WHERE s.environment_id = e.id AND s.due_at > now() AND s.due_at <= now() + e.clock_offset
          ORDER BY s.due_at LIMIT $1
       ) ahead
       WHERE e.clock_offset > '0')
   ) due
   ORDER BY due_at LIMIT $1`,
);

const DUE_IN = namedQuery(
  'checkout_sessions_due_of',
  `SELECT s.environment_id AS "environmentId", s.id FROM environments e
     JOIN checkout_sessions s ON s.environment_id = e.id AND s.due_at <= now() + e.clock_offset
    WHERE e.id = $2 ORDER BY s.due_at LIMIT $1`,
);

export interface CheckoutScheduleDependencies {
  readonly database: Database;
  readonly changes: CheckoutChanges;
  readonly queues: Pick<WorkQueues, 'add'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Expires the checkout sessions that nobody paid. Those with a payment under way expire with it. */
export class CheckoutSchedule implements Schedule {
  readonly name = 'checkout sessions';

  constructor(private readonly deps: CheckoutScheduleDependencies) {}

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
    for (const ref of due) {
      try {
        if (await this.settle(ref)) settled += 1;
      } catch (error) {
        this.deps.logger.error(
          { event: 'checkout_expiry_failed', session: ref.id, err: error },
          'expiry failed; it is retried',
        );
      }
    }
    return settled;
  }

  private async settle(ref: WorkRef): Promise<boolean> {
    const changed = await this.deps.database.transaction(async (transaction) => {
      const held = await lockDueCheckout(transaction.forEnvironment(ref), ref.id);
      if (held === undefined) return undefined;
      const { session, mode } = held;
      return this.deps.changes.save(transaction, session, { status: 'expired', dueAt: null }, mode);
    });
    if (changed === undefined) return false;
    await this.deps.queues.add('deliveries', changed.deliveries);
    return true;
  }
}
