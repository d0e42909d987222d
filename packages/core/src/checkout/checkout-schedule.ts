import type { Database } from '../platform/database/database.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { DueRows } from '../security/due-rows.js';
import type { CheckoutChanges } from './checkout-changes.js';
import { lockDueCheckout } from './checkout-store.js';

export interface CheckoutScheduleDependencies {
  readonly database: Database;
  readonly changes: CheckoutChanges;
  readonly queues: Pick<WorkQueues, 'add'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Expires unpaid checkout sessions. A session with a payment in progress expires when the payment does. */
export class CheckoutSchedule extends DueRows {
  readonly name = 'checkout sessions';

  constructor(private readonly deps: CheckoutScheduleDependencies) {
    super(deps.database, 'checkout_sessions');
  }

  protected failed({ id }: WorkRef, error: unknown): void {
    this.deps.logger.error(
      { event: 'checkout_expiry_failed', session: id, err: error },
      'could not expire the checkout session; retrying in a minute',
    );
  }

  protected async settle(ref: WorkRef): Promise<boolean> {
    const changed = await this.deps.database.transaction(async (transaction) => {
      const held = await lockDueCheckout(transaction.forEnvironment(ref), ref.id);
      if (held === undefined) return undefined;
      const { session, mode } = held;
      return this.deps.changes.save(transaction, session, { status: 'expired', dueAt: null }, { mode });
    });
    if (changed === undefined) return false;
    await this.deps.queues.add('deliveries', changed.deliveries);
    return true;
  }
}
