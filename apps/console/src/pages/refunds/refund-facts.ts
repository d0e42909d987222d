import type { Refund } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';

const ORIGINS: Readonly<Record<string, string>> = {
  api: 'through this service',
  processor: 'at the payment processor',
};

/** What the page of a refund says about it. */
export function refundFacts({ amount, paymentId, reason, failure, origin, createdAt, updatedAt }: Refund): Fact[] {
  return [
    { label: 'Amount', text: moneyText(amount) },
    { label: 'Payment', text: paymentId, path: `payments/${paymentId}`, isCopyable: true },
    { label: 'Reason', text: reason },
    { label: 'Failure', text: failure === null ? null : `${failure.message} (${failure.code})` },
    { label: 'Made', text: ORIGINS[origin] ?? origin },
    { label: 'Created', text: timeText(createdAt) },
    { label: 'Changed', text: timeText(updatedAt) },
  ];
}
