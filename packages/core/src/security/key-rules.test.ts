import { describe, expect, it } from 'vitest';
import { leavesNoAdmin, scopesBeyond, shutsOutAdmin, type KeyFacts } from './key-rules.js';

const HERE = '203.0.113.7';
const admin = { keyId: '1', scopes: new Set(['security:write', 'payments:read']), address: HERE };
const soon = new Date(Date.now() + 3_600_000);

function key(id: string, facts: Partial<KeyFacts> = {}): KeyFacts {
  return { id, mode: 'live', scopes: ['security:write'], allowedCidrs: [], expiresAt: null, ...facts };
}

describe('scopes that an admin hands on', () => {
  it.each([
    [['payments:read'], []],
    [['security:write', 'payments:read'], []],
    [['payments:read', 'payments:write', 'payments:write'], ['payments:write']],
  ])('of %j it lacks %j', (scopes, lacking) => {
    expect(scopesBeyond(admin, scopes)).toEqual(lacking);
  });

  it('are any for the first keys of an account', () => {
    expect(scopesBeyond({ scopes: new Set(['*']) }, ['payments:approve'])).toEqual([]);
  });
});

describe('what would shut the admin out', () => {
  it.each<[string, KeyFacts | undefined, boolean]>([
    ['revoking its own key', undefined, true],
    ['taking security:write from it', key('1', { scopes: ['payments:read'] }), true],
    ['networks without its address', key('1', { allowedCidrs: ['198.51.100.0/24'] }), true],
    ['networks with its address', key('1', { allowedCidrs: ['198.51.100.0/24', '203.0.113.0/24'] }), false],
    ['another name', key('1'), false],
  ])('%s: %s', (_what, after, expected) => {
    expect(shutsOutAdmin(admin, after, '1')).toBe(expected);
  });

  it('is nothing that happens to another key', () => {
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
  ])('beside %s leaves no admin: %s', (_what, other, expected) => {
    expect(leavesNoAdmin(admin, { before, after: undefined, others: [other] })).toBe(expected);
  });

  it('of test mode is made up for by a live one', () => {
    const test = key('2', { mode: 'test' });
    expect(leavesNoAdmin(admin, { before: test, after: undefined, others: [] })).toBe(true);
    expect(leavesNoAdmin(admin, { before: test, after: undefined, others: [key('3')] })).toBe(false);
  });

  it('is none that matters when the key was no lasting admin key before', () => {
    expect(leavesNoAdmin(admin, { before: key('2', { expiresAt: soon }), after: undefined, others: [] })).toBe(false);
  });
});
