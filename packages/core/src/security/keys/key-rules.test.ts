import { EVERY_SCOPE } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import {
  leavesNoAdmin,
  limitsExceeded,
  networksGrowPast,
  scopesBeyond,
  shutsOutAdmin,
  shutsOutLastingKeys,
  type KeyFacts,
  type KeyLimits,
} from './key-rules.js';

const HERE = '203.0.113.7';
const admin = { keyId: '1', scopes: new Set(['security:write', 'payments:read']), address: HERE };
const ELSEWHERE = { allowedCidrs: ['198.51.100.0/24'] };
const soon = new Date(Date.now() + 3_600_000);

function key(id: string, facts: Partial<KeyFacts> = {}): KeyFacts {
  return { id, mode: 'live', scopes: ['security:write'], allowedCidrs: [], expiresAt: null, ...facts };
}

describe('scopesBeyond', () => {
  it.each([
    [['payments:read'], []],
    [['security:write', 'payments:read'], []],
    [['payments:read', 'payments:write', 'payments:write'], ['payments:write']],
  ])('of %j the admin lacks %j', (scopes, lacking) => {
    expect(scopesBeyond(admin, scopes)).toEqual(lacking);
  });

  it('are none for a key with every scope', () => {
    expect(scopesBeyond({ scopes: new Set(['*']) }, ['payments:approve'])).toEqual([]);
  });
});

describe('limits of the admin key', () => {
  const later = new Date(soon.getTime() + 1);
  const limits = (allowedCidrs: string[], expiresAt: Date | null = null): KeyLimits => ({ allowedCidrs, expiresAt });

  it.each<[KeyLimits, KeyLimits, string[]]>([
    [limits([]), limits([]), []],
    [limits([]), limits(['10.0.0.0/8'], soon), []],
    [limits(['10.0.0.0/8']), limits(['10.0.0.0/8']), []],
    [limits(['10.0.0.0/8', '192.0.2.0/24']), limits(['192.0.2.7/32', '10.9.0.0/16']), []],
    [limits(['10.0.0.0/9', '10.128.0.0/9']), limits(['10.0.0.0/8']), []],
    [limits(['10.128.0.0/9', '10.0.0.0/10', '10.64.0.0/10']), limits(['10.0.0.0/8']), []],
    [limits(['10.0.0.0/9', '10.128.0.0/10']), limits(['10.0.0.0/8']), ['allowedCidrs']],
    [limits(['2001:db8::/33', '2001:db8:8000::/33']), limits(['2001:db8::/32']), []],
    [limits(['0.0.0.0/0', '::/0']), limits(['203.0.113.0/24', '2001:db8::/32']), []],
    [limits(['0.0.0.0/0', '::/0']), limits([]), ['allowedCidrs']],
    [limits(['::/0']), limits(['10.0.0.0/8']), ['allowedCidrs']],
    [limits(['10.0.0.0/8']), limits(['::ffff:10.0.0.0/104']), ['allowedCidrs']],
    [limits(['10.0.0.9/8']), limits(['10.0.0.0/8']), []],
    [limits(['10.0.0.0/8']), limits([]), ['allowedCidrs']],
    [limits(['10.0.0.0/8']), limits(['10.0.0.0/7']), ['allowedCidrs']],
    [limits(['10.0.0.0/8']), limits(['10.0.0.0/8', '11.0.0.0/8']), ['allowedCidrs']],
    [limits(['0.0.0.0/0']), limits(['::/0']), ['allowedCidrs']],
    [limits(['2001:db8::/32']), limits(['2001:db8:1::/48']), []],
    [limits(['2001:db8::/32']), limits(['2001:db9::/48']), ['allowedCidrs']],
    [limits([], soon), limits([], soon), []],
    [limits([], soon), limits([], later), ['expiresAt']],
    [limits([], soon), limits([]), ['expiresAt']],
    [limits(['10.0.0.0/8'], soon), limits([]), ['expiresAt', 'allowedCidrs']],
  ])('%j compared with %j: exceeded %j', (own, key, exceeded) => {
    expect(limitsExceeded(own, key)).toEqual(exceeded);
  });

  it.each([
    [[], ['10.0.0.0/8'], [], false],
    [['10.0.0.0/8'], ['192.0.2.0/24'], [], true],
    [['10.0.0.0/8'], ['192.0.2.0/24'], ['192.0.2.0/25'], false],
    [['10.0.0.0/9'], ['10.128.0.0/9'], ['10.0.0.0/8'], false],
    [['10.0.0.0/9'], ['10.128.0.0/10'], ['10.0.0.0/8'], true],
    [['10.0.0.0/8'], ['192.0.2.0/24'], ['192.0.2.0/24', '10.1.0.0/16'], false],
    [['10.0.0.0/8'], ['192.0.2.0/24'], ['192.0.2.0/24', '11.0.0.0/8'], true],
    [['10.0.0.0/8'], [], ['11.0.0.0/8'], false],
    [['10.0.0.0/8'], [], [], false],
  ])('%j: networks of the account from %j to %j grow past it: %s', (own, before, after, grows) => {
    expect(networksGrowPast(limits(own), before, after)).toBe(grows);
  });
});

describe('shutsOutLastingKeys', () => {
  const all = { scopes: ['*'] };
  it.each<[string[], string[], KeyFacts[], boolean]>([
    [[], ['10.0.0.0/8'], [key('1', all)], false],
    [[], ['10.0.0.0/8'], [key('1', { ...all, ...ELSEWHERE })], true],
    [[], ['198.51.0.0/16'], [key('1', { ...all, ...ELSEWHERE })], false],
    [[], ['198.51.100.7/32'], [key('1', { ...all, ...ELSEWHERE })], false],
    [[], ['10.0.0.0/8'], [key('1', { ...all, ...ELSEWHERE }), key('2')], true],
    [[], ['10.0.0.0/8'], [key('1', { ...all, ...ELSEWHERE }), key('2', { ...all, expiresAt: soon })], true],
    [['10.0.0.0/8'], ['10.0.0.0/9'], [key('1', { ...all, ...ELSEWHERE })], false],
    [['198.51.100.0/24'], [], [key('1', { ...all, ...ELSEWHERE })], false],
  ])('from %j to %j', (before, after, keys, expected) => {
    expect(shutsOutLastingKeys(keys, before, after)).toBe(expected);
  });
});

describe('shutsOutAdmin', () => {
  it.each<[string, KeyFacts | undefined, boolean]>([
    ['revoking its own key', undefined, true],
    ['taking security:write from it', key('1', { scopes: ['payments:read'] }), true],
    ['networks without its address', key('1', { allowedCidrs: ['198.51.100.0/24'] }), true],
    ['networks with its address', key('1', { allowedCidrs: ['198.51.100.0/24', '203.0.113.0/24'] }), false],
    ['another name', key('1'), false],
  ])('%s: %s', (_what, after, expected) => {
    expect(shutsOutAdmin(admin, after, '1')).toBe(expected);
  });

  it('is false for a change of another key', () => {
    expect(shutsOutAdmin(admin, undefined, '2')).toBe(false);
  });
});

describe('a change to the only lasting admin key', () => {
  const before = key('2');

  it.each<[string, KeyFacts | undefined, boolean]>([
    ['revoking it', undefined, true],
    ['letting it expire', key('2', { expiresAt: soon }), true],
    ['taking security:write from it', key('2', { scopes: ['security:read'] }), true],
    ['networks without the admin', key('2', { allowedCidrs: ['198.51.100.0/24'] }), true],
    ['networks with the admin', key('2', { allowedCidrs: ['203.0.113.0/24'] }), false],
    ['another name', key('2'), false],
  ])('%s leaves no admin: %s', (_what, after, expected) => {
    expect(leavesNoAdmin(admin, { before, after, others: [] })).toBe(expected);
  });

  it.each<[string, KeyFacts, boolean]>([
    ['another lasting one', key('3'), false],
    ['one with everything', key('3', { scopes: ['*'] }), false],
    ['one whose networks hold the admin', key('3', { allowedCidrs: ['203.0.113.7/32'] }), false],
    ['one that expires', key('3', { expiresAt: soon }), true],
    ['one that may be used only from elsewhere', key('3', { allowedCidrs: ['198.51.100.0/24'] }), true],
    ['one without security:write', key('3', { scopes: ['payments:write'] }), true],
    ['one of test mode', key('3', { mode: 'test' }), true],
  ])('next to %s leaves no admin: %s', (_what, other, expected) => {
    expect(leavesNoAdmin(admin, { before, after: undefined, others: [other] })).toBe(expected);
  });

  it.each<[string, KeyFacts | undefined, KeyFacts[], boolean]>([
    ['revoked', undefined, [], true],
    ['revoked next to one that can only manage keys', undefined, [key('3')], true],
    ['revoked next to another', undefined, [key('3', { scopes: ['*'] })], false],
    ['revoked next to one of the other mode', undefined, [key('3', { scopes: ['*'], mode: 'test' })], true],
    [
      'revoked next to one that is used only from elsewhere',
      undefined,
      [key('3', { scopes: ['*'], ...ELSEWHERE })],
      true,
    ],
    ['revoked next to one that expires', undefined, [key('3', { scopes: ['*'], expiresAt: soon })], true],
    ['with a scope less', key('2', { scopes: ['security:write'] }), [key('3')], true],
    ['with every scope by name', key('2', { scopes: EVERY_SCOPE }), [], false],
  ])('that has every scope, %s, leaves none with every scope: %s', (_what, after, others, expected) => {
    for (const scopes of [['*'], EVERY_SCOPE]) {
      for (const limits of [{}, ELSEWHERE]) {
        expect(leavesNoAdmin(admin, { before: key('2', { scopes, ...limits }), after, others })).toBe(expected);
      }
    }
  });

  it('of test mode can be replaced by a live one', () => {
    const test = key('2', { mode: 'test' });
    expect(leavesNoAdmin(admin, { before: test, after: undefined, others: [] })).toBe(true);
    expect(leavesNoAdmin(admin, { before: test, after: undefined, others: [key('3')] })).toBe(false);
  });

  it('does not matter if the key was no lasting admin key before', () => {
    expect(leavesNoAdmin(admin, { before: key('2', { expiresAt: soon }), after: undefined, others: [] })).toBe(false);
  });
});
