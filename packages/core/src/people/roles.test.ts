import { describe, expect, it } from 'vitest';
import { namedScopes } from '../security/scopes.js';
import { ALL_ROLES, scopesOf } from './roles.js';

const READ_BUSINESS = ['payments:read', 'customers:read', 'refunds:read', 'webhooks:read', 'analytics:read'];
const READ_EVERYTHING = [...READ_BUSINESS, 'processors:read', 'security:read'];
const EVERYTHING = [
  ...READ_EVERYTHING,
  'payments:write',
  'payments:approve',
  'customers:write',
  'refunds:write',
  'webhooks:write',
  'processors:write',
  'security:write',
  'analytics:write',
];
const SUPPORT = [...READ_BUSINESS, 'payments:write', 'customers:write', 'refunds:write'];

/** As in docs/console.md. */
const TABLE = [
  ['owner', 'test', EVERYTHING],
  ['owner', 'live', EVERYTHING],
  ['developer', 'test', EVERYTHING],
  ['developer', 'live', READ_EVERYTHING],
  ['support', 'test', SUPPORT],
  ['support', 'live', SUPPORT],
  ['approver', 'test', [...READ_BUSINESS, 'payments:approve']],
  ['approver', 'live', [...READ_BUSINESS, 'payments:approve']],
  ['finance', 'test', [...READ_EVERYTHING, 'analytics:write']],
  ['finance', 'live', [...READ_EVERYTHING, 'analytics:write']],
  ['viewer', 'test', READ_BUSINESS],
  ['viewer', 'live', READ_BUSINESS],
] as const;

describe('the scopes of a role', () => {
  it.each(TABLE)('%s in %s mode', (role, mode, scopes) => {
    expect(namedScopes(scopesOf(role, mode)).sort()).toEqual([...scopes].sort());
  });

  it('are in the table for every role', () => {
    expect([...new Set(TABLE.map(([role]) => role))]).toEqual([...ALL_ROLES]);
  });
});
