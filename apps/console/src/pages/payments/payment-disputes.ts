import type { Dispute, TimelineEntry } from '@svc/sdk';

/** A dispute as the timeline of its payment shows it last. */
export type DisputeOfPayment = Pick<Dispute, 'id' | 'amount' | 'status' | 'reason'>;

/** The disputes of a payment, oldest first. */
export function disputesIn(timeline: readonly TimelineEntry[]): DisputeOfPayment[] {
  const disputes = new Map<string, DisputeOfPayment>();
  for (const entry of timeline) {
    if (entry.type !== 'timeline.dispute' || !('disputeId' in entry)) continue;
    const { disputeId: id, amount, status, reason } = entry;
    disputes.set(id, { id, amount, status, reason });
  }
  return [...disputes.values()];
}
