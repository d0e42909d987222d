import { describe, expect, it } from 'vitest';
import { claimedPerson, claimValues, emailOf, grantedRoles, nameOf } from './claims.js';

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

describe('claimedPerson', () => {
  it.each([
    [{ email: 'a@example.com', email_verified: true }, { email: 'b@example.com' }, 'a@example.com', true],
    [{ email: 'a@example.com' }, { email: 'b@example.com', email_verified: 'true' }, 'b@example.com', true],
    [{ email: 'a@example.com' }, { email_verified: true }, 'a@example.com', undefined],
    [{ email_verified: true }, { email: 'b@example.com' }, 'b@example.com', undefined],
    [{ email_verified: true }, { email: 'b@example.com', email_verified: false }, 'b@example.com', false],
    [{}, { email_verified: true }, undefined, undefined],
  ])('takes the address from %j and %j', (signed, userInfo, email, isEmailVerified) => {
    expect(claimedPerson(signed, userInfo, 'groups')).toMatchObject({ email, isEmailVerified });
  });

  it('takes what is missing in the ID token from the other', () => {
    const signed = { realm_access: { other: [] }, name: 'Ada' };
    const userInfo = { realm_access: { roles: ['a'] }, name: 'Grace' };
    const person = claimedPerson(signed, userInfo, 'realm_access.roles');
    expect(person).toMatchObject({ name: 'Ada', values: ['a'] });
    expect(claimedPerson({ groups: ['a'] }, { groups: ['b'] }, 'groups').values).toEqual(['a']);
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
