import { describe, expect, it } from 'vitest';
import { claimValues, emailOf, grantedRoles, nameOf } from './claims.js';

describe('claimValues', () => {
  it.each([
    [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    [{ role: 'admin' }, 'role', ['admin']],
    [{ 'https://example.com/roles': ['a'] }, 'https://example.com/roles', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ groups: ['a', 1, null, { b: 1 }] }, 'groups', ['a']],
    [{ groups: {} }, 'groups', undefined],
    [{}, 'groups', undefined],
    [{ realm_access: 'x' }, 'realm_access.length', undefined],
  ])('%j, %s', (claims, name, values) => {
    expect(claimValues(claims, name)).toEqual(values);
  });
});

describe('emailOf', () => {
  it.each([
    ['Ada@example.com', 'Ada@example.com'],
    ['ada', undefined],
    ['a b@example.com', undefined],
    [`${'a'.repeat(64)}@${'b'.repeat(190)}.com`, undefined],
    [7, undefined],
    [undefined, undefined],
  ])('%j', (email, expected) => {
    expect(emailOf({ email })).toBe(expected);
  });
});

describe('nameOf', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada\nOwner \u202eecrof', 'AdaOwner ecrof'],
    [' \u200b ', undefined],
    ['x'.repeat(200), 'x'.repeat(100)],
    [{}, undefined],
  ])('%j', (name, expected) => {
    expect(nameOf({ name })).toBe(expected);
  });
});

describe('grantedRoles', () => {
  const roles = {
    a: { acct_1: 'viewer', acct_2: 'finance' },
    b: { acct_1: 'support' },
    c: { acct_1: 'approver' },
  } as const;

  it.each([
    [['a'], { acct_1: 'viewer', acct_2: 'finance' }],
    [['a', 'b', 'c'], { acct_1: 'support', acct_2: 'finance' }],
    [['c', 'b'], { acct_1: 'support' }],
    [['constructor', '__proto__', 'd'], {}],
  ])('%j', (values, expected) => {
    expect(Object.fromEntries(grantedRoles(values, roles))).toEqual(expected);
  });
});
