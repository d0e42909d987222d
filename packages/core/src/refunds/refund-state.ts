import { refundable, type PaymentStatus, type ProcessorAnswer } from '../payments/payment-state.js';

/** A refund is pending until it is completed or failed, and both are final. */
export type RefundStatus = 'pending' | 'completed' | 'failed';

/** A payment as far as refunds are concerned; amounts are in the currency's smallest unit. */
export interface RefundablePayment {
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
}

export interface AskedAmount {
  readonly value: number;
  readonly currency: string;
}

/** What becomes of a request for a refund. */
export type RefundDecision =
  | { readonly kind: 'refund'; readonly value: number }
  | { readonly kind: 'refused'; readonly code: RefundRefusal; readonly remaining: number };

export type RefundRefusal = 'payment_not_refundable' | 'currency_mismatch' | 'refund_exceeds_refundable';

/** Whether a payment can be refunded by as much as is asked; without an amount, by all that remains. */
export function decideRefund(payment: RefundablePayment, asked: AskedAmount | undefined): RefundDecision {
  const remaining = refundable(payment.status, payment.amount, payment.refunded);
  const refused = (code: RefundRefusal): RefundDecision => ({ kind: 'refused', code, remaining });
  if (payment.status !== 'completed') return refused('payment_not_refundable');
  if (asked === undefined) {
    return remaining > 0 ? { kind: 'refund', value: remaining } : refused('payment_not_refundable');
  }
  if (asked.currency !== payment.currency) return refused('currency_mismatch');
  return asked.value <= remaining ? { kind: 'refund', value: asked.value } : refused('refund_exceeds_refundable');
}

/** The status after the processor's answer; undefined when the answer changes nothing. */
export function afterRefundAnswer(status: RefundStatus, answer: ProcessorAnswer): RefundStatus | undefined {
  if (status !== 'pending') return undefined;
  if (answer === 'approved') return 'completed';
  if (answer === 'declined') return 'failed';
  return undefined;
}
