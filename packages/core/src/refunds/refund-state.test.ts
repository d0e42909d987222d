import { describe, expect, it } from 'vitest';
import type { PaymentStatus, ProcessorAnswer } from '../payments/payment-state.js';
import type { Money } from '../payments/payment-amounts.js';
import { afterRefundAnswer, decideRefund, type RefundStatus } from './refund-state.js';

const usd = (value: number): Money => ({ value, currency: 'USD' });
const refund = (value: number) => ({ kind: 'refund', value });
const refused = (code: string, remaining: number) => ({ kind: 'refused', code, remaining });

const decisions: [PaymentStatus, number, Money | undefined, object][] = [
  ['completed', 0, usd(1), refund(1)],
  ['completed', 0, usd(1000), refund(1000)],
  ['completed', 0, undefined, refund(1000)],
  ['completed', 999, usd(1), refund(1)],
  ['completed', 400, undefined, refund(600)],
  ['completed', 400, usd(601), refused('refund_exceeds_refundable', 600)],
  ['completed', 1000, usd(1), refused('refund_exceeds_refundable', 0)],
  ['completed', 1000, undefined, refused('payment_not_refundable', 0)],
  ['completed', 0, { value: 1, currency: 'EUR' }, refused('currency_mismatch', 1000)],
  ['completed', 0, { value: 5000, currency: 'EUR' }, refused('currency_mismatch', 1000)],
  ['pending', 0, usd(1), refused('payment_not_refundable', 0)],
  ['pending', 0, undefined, refused('payment_not_refundable', 0)],
  ['failed', 0, { value: 1, currency: 'EUR' }, refused('payment_not_refundable', 0)],
];

describe('decideRefund', () => {
  it.each(decisions)(
    'of a %s payment over 1000 USD with %d refunded, by %o: %o',
    (status, refunded, asked, expected) => {
      expect(decideRefund({ status, captured: 1000, refunded, currency: 'USD' }, asked)).toEqual(expected);
    },
  );
});

const answers: [RefundStatus, ProcessorAnswer, RefundStatus | undefined][] = [
  ['pending', 'approved', 'completed'],
  ['pending', 'declined', 'failed'],
  ['pending', 'pending', undefined],
  ['pending', 'unknown', undefined],
  ['completed', 'declined', 'failed'],
  ['completed', 'approved', undefined],
  ['failed', 'declined', undefined],
  ['failed', 'approved', undefined],
];

describe('afterRefundAnswer', () => {
  it.each(answers)('%s + %s -> %s', (status, answer, expected) => {
    expect(afterRefundAnswer(status, answer)).toBe(expected);
  });
});
