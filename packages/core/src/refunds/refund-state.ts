import { type Money, refundable } from '../payments/payment-amounts.js';
import type { PaymentStatus, ProcessorAnswer } from '../payments/payment-state.js';

/** Failed is final. A completed refund can still fail, for example when the customer's bank returns the money. */
export type RefundStatus = 'pending' | 'completed' | 'failed';

/** The fields of a payment that decide about refunds; amounts are in the currency's smallest unit. */
export interface RefundablePayment {
  readonly status: PaymentStatus;
  readonly captured: number;
  /** Refunded, or withdrawn by disputes. */
  readonly refunded: number;
  readonly currency: string;
}

export type RefundDecision =
  | { readonly kind: 'refund'; readonly value: number }
  | { readonly kind: 'refused'; readonly code: RefundRefusal; readonly remaining: number };

export type RefundRefusal = 'payment_not_refundable' | 'currency_mismatch' | 'refund_exceeds_refundable';

/** Decides whether the amount can be refunded; without an amount, all that remains. */
export function decideRefund(payment: RefundablePayment, asked: Money | undefined): RefundDecision {
  const remaining = refundable(payment.status, payment.captured, payment.refunded);
  const refused = (code: RefundRefusal): RefundDecision => ({ kind: 'refused', code, remaining });
  if (payment.status !== 'completed') return refused('payment_not_refundable');
  if (asked === undefined) {
    return remaining > 0 ? { kind: 'refund', value: remaining } : refused('payment_not_refundable');
  }
  if (asked.currency !== payment.currency) return refused('currency_mismatch');
  return asked.value <= remaining ? { kind: 'refund', value: asked.value } : refused('refund_exceeds_refundable');
}

/** The status after a processor's response; undefined when it does not change. */
export function afterRefundAnswer(status: RefundStatus, answer: ProcessorAnswer): RefundStatus | undefined {
  if (status !== 'failed' && answer === 'declined') return 'failed';
  return status === 'pending' && answer === 'approved' ? 'completed' : undefined;
}
