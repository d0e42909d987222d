import type { Schemas } from '@svc/contract';
import { ALL_SCOPES } from './caller.js';

type Scope = Schemas['Scope'];

/** Does not compile if a scope of the contract is missing. */
const EVERY: Readonly<Record<Scope, true>> = {
  'payments:read': true,
  'payments:write': true,
  'payments:approve': true,
  'customers:read': true,
  'customers:write': true,
  'refunds:read': true,
  'refunds:write': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'processors:read': true,
  'processors:write': true,
  'security:read': true,
  'security:write': true,
  'analytics:read': true,
  'analytics:write': true,
};

const SCOPES = Object.keys(EVERY) as Scope[];

/** Whether a key with these scopes may do everything. */
export function hasEveryScope(stored: readonly string[]): boolean {
  return namedScopes(stored).length === SCOPES.length;
}

/** Stored scopes by name, in the order of the contract. */
export function namedScopes(stored: Iterable<string>): Scope[] {
  const held = new Set(stored);
  return held.has(ALL_SCOPES) ? SCOPES : SCOPES.filter((scope) => held.has(scope));
}
