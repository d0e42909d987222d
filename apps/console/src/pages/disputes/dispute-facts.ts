import type { Dispute } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';

/** The statuses in which the payment processor takes a response. */
export const AWAITING_RESPONSE: readonly string[] = ['inquiry', 'needs_response'];

/** Until when to respond. Null if no response is awaited. */
export function respondBy({ status, evidenceDueBy }: Pick<Dispute, 'status' | 'evidenceDueBy'>): string | null {
  return evidenceDueBy !== null && AWAITING_RESPONSE.includes(status) ? timeText(evidenceDueBy) : null;
}

/** What the link to the payment processor is for. */
export function processorLinkText({ status }: Pick<Dispute, 'status'>): string {
  return AWAITING_RESPONSE.includes(status) ? 'Respond at the payment processor' : 'View at the payment processor';
}

/** What the page of a dispute says about it. */
export function disputeFacts(dispute: Dispute): Fact[] {
  const { amount, withdrawnAmount, paymentId, reason, createdAt, updatedAt } = dispute;
  return [
    { label: 'Amount', text: moneyText(amount) },
    { label: 'Withdrawn', text: moneyText(withdrawnAmount) },
    { label: 'Payment', text: paymentId, path: `payments/${paymentId}`, isCopyable: true },
    { label: 'Reason', text: reason },
    { label: 'Respond by', text: respondBy(dispute) },
    { label: 'Opened', text: timeText(createdAt) },
    { label: 'Changed', text: timeText(updatedAt) },
  ];
}
