import { describe, expect, it } from 'vitest';
import { isAcquirers } from './index.js';

const approved = { reference: '12-7', operation: 'authorize', status: 'approved' };
const declined = { ...approved, status: 'declined', code: 'insufficient_funds', message: 'No money.' };
const asking = { ...approved, status: 'requires_action', actionUrl: 'https://acquirer.example.com/pay/1' };
const authorization = {
  payment: 'pay_7',
  amount: { value: 1, currency: 'USD' },
  captureMethod: 'manual',
  paymentMethodToken: null,
};

describe("an acquirer's answer", () => {
  it.each([
    [approved],
    [declined],
    [asking],
    [{ ...approved, status: 'pending' }],
    [{ ...approved, addedLater: { by: 'version 1.1' } }],
  ])('%j keeps to the contract', (answer) => {
    expect(isAcquirers('Operation', answer)).toBe(true);
  });

  it.each([
    [undefined],
    ['approved'],
    [[approved]],
    [{ ...approved, status: 'success' }],
    [{ ...approved, status: undefined }],
    [{ ...approved, reference: undefined }],
    [{ ...approved, operation: 'sale' }],
    [{ ...declined, code: undefined }],
    [{ ...declined, code: 'Insufficient Funds' }],
    [{ ...declined, message: 'x'.repeat(501) }],
    [{ ...asking, actionUrl: undefined }],
    [{ ...asking, actionUrl: 'http://acquirer.example.com/pay/1' }],
    [{ ...asking, actionUrl: 'javascript:alert(1)' }],
  ])('%j does not', (answer) => {
    expect(isAcquirers('Operation', answer)).toBe(false);
  });
});

describe("a page of an acquirer's statement", () => {
  it('is refused in linear time, whatever is wrong with its lines', () => {
    // Quadratic time exceeds the timeout of a test.
    expect(isAcquirers('Page', { data: Array(200_000).fill(1), nextCursor: null })).toBe(false);
  });
});

describe('a request to an acquirer', () => {
  it('holds what the contract names, and nothing else', () => {
    expect(isAcquirers('Authorization', authorization)).toBe(true);
    expect(isAcquirers('Authorization', { ...authorization, email: 'ada@example.com' })).toBe(false);
    expect(isAcquirers('Authorization', { ...authorization, amount: { value: 0, currency: 'USD' } })).toBe(false);
  });
});
