import { describe, expect, it } from 'vitest';
import { capturable, captured, type CapturablePayment, decideCapture, refundable } from './payment-amounts.js';

describe('refundable', () => {
  it.each([
    ['pending', 1000, 0, 0],
    ['failed', 1000, 0, 0],
    ['completed', 1000, 0, 1000],
    ['completed', 1000, 400, 600],
    ['completed', 1000, 1000, 0],
    ['completed', 600, 700, 0],
  ] as const)('of a %s payment with %d captured and %d refunded is %d', (status, taken, refunded, expected) => {
    expect(refundable(status, taken, refunded)).toBe(expected);
  });
});

describe('captured and capturable', () => {
  it.each([
    ['pending', 'processing', null, 0, 0],
    ['pending', 'authorized', null, 0, 1000],
    ['pending', 'authorized', '600', 0, 600],
    ['pending', 'processing', '600', 0, 0],
    ['pending', 'requires_attention', '600', 0, 0],
    ['completed', null, null, 1000, 0],
    ['completed', null, '600', 600, 0],
    ['failed', null, '600', 0, 0],
  ] as const)(
    'of a payment that is %s, %s with a capture of %s: %d and %d',
    (status, stage, captureValue, taken, open) => {
      const payment = { status, stage, captureValue, amountValue: '1000' };
      expect([captured(payment), capturable(payment)]).toEqual([taken, open]);
    },
  );
});

describe('decideCapture', () => {
  const held: CapturablePayment = {
    ...{ status: 'pending', stage: 'authorized', amountValue: '1000', captureValue: null, currency: 'USD' },
    ...{ isCaptureSent: false, takesPart: true },
  };
  const usd = (value: number) => ({ value, currency: 'USD' });

  it.each([
    ['everything without an amount', {}, undefined, null],
    ['everything for the whole amount', {}, usd(1000), null],
    ['everything at a processor that takes no part', { takesPart: false }, usd(1000), null],
    ['a part', {}, usd(600), '600'],
    ['the smallest part', {}, usd(1), '1'],
    ['what was sent, without an amount', { captureValue: '600', isCaptureSent: true }, undefined, '600'],
    ['what was sent, again', { captureValue: '600', isCaptureSent: true }, usd(600), '600'],
    ['everything that was sent, again', { isCaptureSent: true }, usd(1000), null],
  ] as const)('captures %s', (_what, change, asked, captureValue) => {
    expect(decideCapture({ ...held, ...change }, asked)).toEqual({ kind: 'capture', captureValue });
  });

  it.each([
    ['another currency', {}, { value: 600, currency: 'EUR' }, 'currency'],
    ['more than is held', {}, usd(1001), 'too_much'],
    ['a part that the processor cannot capture', { takesPart: false }, usd(999), 'no_part'],
    ['another part than was sent', { captureValue: '600', isCaptureSent: true }, usd(500), 'another_sent'],
    ['everything after a part', { captureValue: '600', isCaptureSent: true }, usd(1000), 'another_sent'],
    ['a part after everything', { isCaptureSent: true }, usd(600), 'another_sent'],
  ] as const)('refuses %s', (_what, change, asked, reason) => {
    expect(decideCapture({ ...held, ...change }, asked)).toEqual({ kind: 'refused', reason });
  });
});
