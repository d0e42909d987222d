import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { Logger } from '../platform/logger.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { environmentTime } from '../security/environment-time.js';
import type { Schedule } from '../platform/schedules/schedule.js';
import type { Mode } from '../security/environment.entity.js';
import { expire } from './payment-state.js';
import type { PaymentTransitions } from './payment-transitions.js';
import { PAYMENT_COLUMNS, type Payment } from './payment.entity.js';

// Repeats the predicate of the partial indexes, so that they are used. In other stages the processor's response comes first.
const CAN_EXPIRE = `stage IN ('awaiting_approval', 'requires_action', 'authorized')`;

// Most environments run on real time. The few with a clock offset are scanned one by one.
export const EXPIRED = namedQuery(
  'payments_expired',
  `SELECT environment_id AS "environmentId", id FROM (
     (SELECT environment_id, id, expires_at FROM payments
       WHERE expires_at <= now() AND ${CAN_EXPIRE} ORDER BY expires_at LIMIT $1)
     UNION
     SELECT p.environment_id, p.id, p.expires_at
       FROM environments e
      CROSS JOIN LATERAL (
        SELECT environment_id, id, expires_at FROM payments
         WHERE environment_id = e.id AND expires_at <= now() + e.clock_offset AND ${CAN_EXPIRE}
         ORDER BY expires_at LIMIT $1
      ) p
      WHERE e.clock_offset > '0'
   ) due
   ORDER BY expires_at LIMIT $1`,
);

const EXPIRED_IN_ENVIRONMENT = namedQuery(
  'payments_expired_in_environment',
  `SELECT environment_id AS "environmentId", id FROM payments
    WHERE environment_id = $1 AND expires_at <= now() + (SELECT clock_offset FROM environments WHERE id = $1)
      AND ${CAN_EXPIRE}
    ORDER BY expires_at LIMIT $2`,
);

// SKIP LOCKED: the lock holder is changing the payment; the next round sees the result.
const LOCK_EXPIRED = namedQuery(
  'payments_lock_expired',
  `SELECT ${PAYMENT_COLUMNS}, e.mode FROM payments p JOIN environments e ON e.id = p.environment_id
    WHERE p.environment_id = $1 AND p.id = $2 AND p.status = 'pending' AND p.expires_at <= now() + e.clock_offset
      FOR UPDATE OF p SKIP LOCKED`,
);

const NEXT_DUE = namedQuery(
  'payments_next_expiry',
  `SELECT expires_at AS "expiresAt" FROM payments
    WHERE environment_id = $1 AND expires_at IS NOT NULL AND ${CAN_EXPIRE}
    ORDER BY expires_at LIMIT 1`,
);

export interface PaymentExpiryDependencies {
  readonly database: Database;
  readonly transitions: PaymentTransitions;
  readonly queues: Pick<WorkQueues, 'add'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Expires payments by the clock of their environment, which may be ahead. */
export class PaymentExpiry implements Schedule {
  readonly name = 'expiries';

  constructor(private readonly deps: PaymentExpiryDependencies) {}

  /**
   * Expires up to `limit` due payments of one environment or of all: fails them, or starts a void if money may be held.
   * Returns how many it changed. Payments in `processing` stay due until their processor has responded.
   */
  async settleDue(limit: number, environmentId?: number): Promise<number> {
    const due = await this.find(limit, environmentId);
    let settled = 0;
    for (const ref of due) {
      try {
        if (await this.settle(ref)) settled++;
      } catch (error) {
        this.deps.logger.error(
          { event: 'expiry_failed', payment: ref.id, err: error },
          'could not expire the payment; the next run retries',
        );
      }
    }
    return settled;
  }

  /** The next expiry in an environment, in its own time. */
  async nextDue(environmentId: number): Promise<Date | undefined> {
    const values = [environmentId];
    const [next] = await this.deps.database.forSystem().run<{ expiresAt: Date }>(NEXT_DUE, values);
    return next?.expiresAt;
  }

  /** The current time of an environment. */
  logicalNow(environmentId: number): Promise<Date> {
    return environmentTime(this.deps.database.forSystem(), { environmentId });
  }

  private find(limit: number, environmentId: number | undefined): Promise<WorkRef[]> {
    const system = this.deps.database.forSystem();
    if (environmentId === undefined) return system.run<WorkRef>(EXPIRED, [limit]);
    return system.run<WorkRef>(EXPIRED_IN_ENVIRONMENT, [environmentId, limit]);
  }

  private async settle(ref: WorkRef): Promise<boolean> {
    const written = await this.deps.database.transaction(async (transaction) => {
      const values = [ref.environmentId, ref.id];
      const [row] = await transaction.run<Payment & { mode: Mode }>(LOCK_EXPIRED, values);
      const step = row && expire(row);
      if (row === undefined || step === undefined) return undefined;
      const { mode, ...payment } = row;
      return this.deps.transitions.apply(transaction, payment, mode, step);
    });
    if (written === undefined) return false;
    const { payment, deliveries } = written;
    const underWay = payment.stage === 'processing' ? [payment] : [];
    await Promise.all([this.deps.queues.add('payments', underWay), this.deps.queues.add('deliveries', deliveries)]);
    return true;
  }
}
