import type { Payment } from '@svc/sdk';
import { changesBetween } from '../../lib/facts';
import { ChangedSince } from '../../lib/problem';
import type { PaymentAction } from './payment-actions';
import { paymentFacts } from './payment-facts';

/** What has changed, if money was captured or refunded since the payment was seen, and the action would do the same. */
export function movedSince(action: PaymentAction, seen: Payment, now: Payment): ChangedSince | undefined {
  if (action !== 'refund' && action !== 'capture') return undefined;
  const isCaptured = now.capturedAmount.value !== seen.capturedAmount.value;
  const isRefunded = now.refundedAmount.value !== seen.refundedAmount.value;
  if (!isCaptured && !isRefunded) return undefined;
  const refusal = new Error('Nothing was sent. Money of this payment was captured or refunded in the meantime.');
  return new ChangedSince(refusal, changesBetween(paymentFacts(seen), paymentFacts(now)));
}
