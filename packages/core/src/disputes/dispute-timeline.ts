import type { TimelinePart, TimelineSource } from '../payments/payment-timeline.js';
import type { Database, EnvironmentScope } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { toPublicId } from '../platform/ids.js';
import type { DisputeChange } from './dispute-change.entity.js';
import type { Dispute } from './dispute.entity.js';

const OF_PAYMENT = namedQuery(
  'disputes_in_timeline',
  `SELECT d.id, c.amount_value AS "amountValue", d.currency, c.version, c.status, c.reason, c.movement, c.at
     FROM disputes d
     JOIN dispute_changes c ON c.environment_id = d.environment_id AND c.dispute_id = d.id
    WHERE d.environment_id = $1 AND d.payment_id = $2 ORDER BY d.id, c.version LIMIT $3`,
);

type Change = Pick<Dispute, 'id' | 'currency'> & Omit<DisputeChange, 'environmentId' | 'disputeId'>;

/** Adds each change of the disputes of a payment to its timeline. */
export class DisputeTimeline implements TimelineSource {
  constructor(private readonly database: Database) {}

  async of(scope: EnvironmentScope, paymentId: string, limit: number): Promise<TimelinePart> {
    const changes = await this.database.forEnvironment(scope).run<Change>(OF_PAYMENT, [paymentId, limit]);
    const entries = changes.map(({ id, at, amountValue, currency, ...change }) => ({
      ...{ type: 'timeline.dispute' as const, at: at.toISOString(), disputeId: toPublicId('dis', id) },
      ...{ amount: { value: Number(amountValue), currency }, ...change },
    }));
    return { entries, objectIds: [...new Set(changes.map(({ id }) => id))] };
  }
}
