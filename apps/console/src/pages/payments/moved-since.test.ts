import type { Payment } from '@svc/sdk';
import { expect, it } from 'vitest';
import { movedSince } from './moved-since.js';

function payment(refunded: number, captured = 1000): Payment {
  const money = (value: number) => ({ value, currency: 'EUR' });
  return {
    amount: money(1000),
    status: 'completed',
    stage: null,
    failure: null,
    capturedAmount: money(captured),
    amountCapturable: money(0),
    refundedAmount: money(refunded),
    refundableAmount: money(captured - refunded),
    disputedAmount: money(0),
    processor: null,
    captureBefore: null,
    expiresAt: null,
    createdAt: '2026-11-21T09:30:00.000Z',
    updatedAt: '2026-11-21T09:30:00.000Z',
  } as unknown as Payment;
}

it('a refund since the payment was seen stops another one, and is shown', () => {
  const change = movedSince('refund', payment(0), payment(200));
  expect(change?.changes).toContain('Refunded: nothing, now 2.00 EUR');
  expect(movedSince('refund', payment(200), payment(0))).toBeDefined();
});

it('a capture since the payment was seen stops another one', () => {
  expect(movedSince('capture', payment(0, 0), payment(0))?.changes).toContain('Captured: nothing, now 10.00 EUR');
});

it('nothing stops an action if no money has moved, or if it moves none', () => {
  expect(movedSince('refund', payment(200), payment(200))).toBeUndefined();
  expect(movedSince('cancel', payment(0), payment(200))).toBeUndefined();
});
