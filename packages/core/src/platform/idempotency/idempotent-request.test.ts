import { describe, expect, it } from 'vitest';
import { Peppers } from '../crypto/peppers.js';
import { idempotentRequest, isFingerprintOf } from './idempotent-request.js';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const peppers = new Peppers([first]);
const print = (method: string, path: string, body: unknown, keys = peppers): string =>
  idempotentRequest('k', { method, path, body }, keys).fingerprint.toString('hex');

const reference = print('POST', '/v1/payments', { a: 1, b: { c: [1, 2], d: null } });

describe('the fingerprint of a request', () => {
  it('does not depend on the order of members', () => {
    expect(print('POST', '/v1/payments', { b: { d: null, c: [1, 2] }, a: 1 })).toBe(reference);
  });

  it.each([
    ['another body', 'POST', '/v1/payments', { a: 2, b: { c: [1, 2], d: null } }],
    ['another order of a list', 'POST', '/v1/payments', { a: 1, b: { c: [2, 1], d: null } }],
    ['a member left out instead of null', 'POST', '/v1/payments', { a: 1, b: { c: [1, 2] } }],
    ['another path', 'POST', '/v1/webhooks', { a: 1, b: { c: [1, 2], d: null } }],
    ['another method', 'PATCH', '/v1/payments', { a: 1, b: { c: [1, 2], d: null } }],
    ['no body', 'POST', '/v1/payments', undefined],
  ])('differs for %s', (_name, method, path, body) => {
    expect(print(method, path, body)).not.toBe(reference);
  });

  it('is the same for an empty and a missing body', () => {
    expect(print('POST', '/v1/payments/pay_1/approve', undefined)).toBe(
      print('POST', '/v1/payments/pay_1/approve', {}),
    );
  });

  it('depends on the pepper', () => {
    expect(print('POST', '/v1/payments', { secret: 'hunter22' }, new Peppers([second]))).not.toBe(
      print('POST', '/v1/payments', { secret: 'hunter22' }),
    );
  });

  it('is recognized under every pepper, but not for another body', () => {
    const request = (body: object, keys: Peppers) =>
      idempotentRequest('k', { method: 'POST', path: '/v1/payments', body }, keys);
    const stored = request({ a: 1 }, peppers).fingerprint;
    const both = new Peppers([second, first]);
    expect(isFingerprintOf(request({ a: 1 }, both), stored)).toBe(true);
    expect(isFingerprintOf(request({ a: 2 }, both), stored)).toBe(false);
    expect(isFingerprintOf(request({ a: 1 }, new Peppers([second])), stored)).toBe(false);
  });
});
