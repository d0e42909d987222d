import { describe, expect, it } from 'vitest';
import { AccountStanding } from './account-standing.js';
import type { LimitVerdict } from './limit-verdict.js';

function standing(limit: number): AccountStanding {
  const account = new AccountStanding(0);
  account.askedUnder(limit);
  return account;
}

/** Redis has refused this process, or admitted what another one asked for: either says how many are left. */
function said(remaining: number): LimitVerdict {
  return { allowed: false, remaining, resetSeconds: 1 };
}

/** How many of so many requests of one second a process of two lets through without Redis. */
function admitted(account: AccountStanding, second: number, count = 200): number {
  return Array.from({ length: count }, () => account.take(second, 2)).filter(({ allowed }) => allowed).length;
}

describe('what a process admits of an account without Redis', () => {
  it.each([
    ['never heard of', undefined, 50],
    ['of which all was left', 100, 50],
    ['of which 61 were left', 61, 30],
    ['of which one was left', 1, 0],
    ['that had used up all', 0, 0],
  ])('of one %s: its share', (_, remaining, share) => {
    const account = standing(100);
    if (remaining !== undefined) account.decided(1_000, said(remaining));
    expect(admitted(account, 1_000)).toBe(share);
  });

  it('at least one a minute, however low the limit', () => {
    expect(admitted(standing(1), 0)).toBe(1);
  });

  it('less what it has admitted with Redis: so all together keep the limit, whoever heard of the others last', () => {
    const account = standing(100);
    for (let n = 0; n < 30; n += 1) account.decided(1_000, { allowed: true, remaining: 90 - n, resetSeconds: 1 });
    expect([admitted(account, 1_030), admitted(account, 1_060), admitted(account, 1_061)]).toEqual([20, 0, 30]);
  });

  it('its share of what was left until that is a minute old, then of the limit', () => {
    const account = standing(100);
    account.decided(1_000, said(20));
    expect([admitted(account, 1_000), admitted(account, 1_060), admitted(account, 1_061)]).toEqual([10, 0, 50]);
  });

  it('says when there will be more', () => {
    const account = standing(100);
    account.decided(1_000, said(0));
    expect(account.take(1_020, 2)).toEqual({ allowed: false, remaining: 0, resetSeconds: 41 });
  });

  it('no more than its share of what Redis says is left when it is told of the first ones', () => {
    const account = standing(100);
    expect(admitted(account, 1_000, 10)).toBe(10);
    account.charged(1_000, 8);
    expect(admitted(account, 1_000)).toBe(4);
    account.charged(1_001, 0);
    expect(admitted(account, 1_001)).toBe(0);
    expect(account.take(1_001, 2).resetSeconds).toBeGreaterThan(0);
  });
});

describe('what a process owes Redis', () => {
  it('is told with its age, once, and not when it is a minute old', () => {
    const account = standing(100);
    for (const second of [1_000, 1_000, 1_030, 1_070]) account.owe(second);
    expect(account.takeCharges(1_070)).toEqual([
      [40, 1],
      [0, 1],
    ]);
    expect(account.owes).toBe(true);
    account.charged(1_070, 98);
    expect(account.owes).toBe(false);
    expect(account.takeCharges(1_071)).toEqual([]);
  });

  it('is told again when it is not known to be counted', () => {
    const account = standing(100);
    account.owe(1_000);
    const charges = account.takeCharges(1_005);
    account.owe(1_006);
    account.notCharged(1_005, charges);
    expect(account.takeCharges(1_010)).toEqual(
      expect.arrayContaining([
        [10, 1],
        [4, 1],
      ]),
    );
  });

  it('is not left by Redis’s count either', () => {
    const account = standing(100);
    account.owe(1_000);
    account.decided(1_000, said(5));
    expect(admitted(account, 1_000)).toBe(2);
  });
});
