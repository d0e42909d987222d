import type { TimelinePart, TimelineSource } from '../payments/payment-timeline.js';
import type { Database } from '../platform/database/database.js';
import { toPublicId } from '../platform/ids.js';
import type { Caller } from '../security/caller.js';
import { Dispute } from './dispute.entity.js';

/** Adds the disputes of a payment to its timeline. */
export class DisputeTimeline implements TimelineSource {
  constructor(private readonly database: Database) {}

  async of(caller: Caller, paymentId: string, limit: number): Promise<TimelinePart> {
    const condition = { text: 'payment_id = ?', values: [paymentId] };
    const disputes = await this.database.forEnvironment(caller).page(Dispute, { limit }, [condition]);
    const entries = disputes.map((dispute) => ({
      type: 'timeline.dispute' as const,
      at: dispute.updatedAt.toISOString(),
      disputeId: toPublicId('dis', dispute.id),
      amount: { value: Number(dispute.amountValue), currency: dispute.currency },
      status: dispute.status,
      reason: dispute.reason,
      version: dispute.version,
    }));
    return { entries, objectIds: disputes.map(({ id }) => id) };
  }
}
