import { operations } from '@svc/contract';
import { expect, it } from 'vitest';
import { namedScopes } from './scopes.js';

it('the first keys of an account have every scope that an operation requires', () => {
  const asked = [...new Set<string>(Object.values(operations).map(({ scope }) => scope))];
  expect(asked.filter((scope) => !namedScopes(['*']).some((named) => named === scope))).toEqual([]);
});

it('scopes are named in the order of the contract, without unknown ones', () => {
  expect(namedScopes(['security:read', 'gone:read', 'payments:write'])).toEqual(['payments:write', 'security:read']);
});
