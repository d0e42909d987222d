import { describe, expect, it } from 'vitest';
import { Peppers } from '../../platform/crypto/peppers.js';
import { SecretTokens } from '../secret-tokens.js';
import { PENDING_MS, PendingSignIns } from './pending-sign-ins.js';

const signIns = (pepper = 1): PendingSignIns =>
  new PendingSignIns(new SecretTokens(new Peppers([Buffer.alloc(32, pepper)]), 0, 'provider sign-in'));
const pending = {
  state: 's',
  nonce: 'n',
  verifier: 'v',
  purpose: 'sign_in',
  to: '/test/overview',
  startedAt: 1_000,
} as const;

describe('a pending sign-in', () => {
  it('is opened for ten minutes', () => {
    const cookie = signIns().seal(pending);
    expect(signIns().open(cookie, 1_000 + PENDING_MS - 1)).toEqual(pending);
    expect(signIns().open(cookie, 1_000 + PENDING_MS)).toBeUndefined();
  });

  it.each(['', '.', 'e30', 'e30.', `e30.${'A'.repeat(43)}`])('is not opened from %j', (cookie) => {
    expect(signIns().open(cookie, 1_000)).toBeUndefined();
  });

  it('is not opened under another pepper, or with another content', () => {
    const [content = '', signature = ''] = signIns().seal(pending).split('.');
    expect(signIns(2).open(`${content}.${signature}`, 1_000)).toBeUndefined();
    const later = Buffer.from(JSON.stringify({ ...pending, startedAt: 2_000 })).toString('base64url');
    expect(signIns().open(`${later}.${signature}`, 1_000)).toBeUndefined();
  });
});
