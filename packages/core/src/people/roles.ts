import type { ConsoleSchemas, Schemas } from '@svc/contract';
import { namedScopes } from '../security/scopes.js';
import { ALL_SCOPES } from '../security/caller.js';
import { ROLES } from '../platform/config/identity-provider-fields.js';
import type { Mode } from '../security/environment.entity.js';

export type Role = ConsoleSchemas['Role'];
/** All roles. Of several that claims give, the first one counts. */
export const ALL_ROLES: readonly Role[] = ROLES;

type Scope = Schemas['Scope'];

/** Every reading scope. */
const READING: readonly Scope[] = namedScopes([ALL_SCOPES]).filter((scope) => scope.endsWith(':read'));

/** Reading scopes without those for developers and administrators. */
const BUSINESS: readonly Scope[] = [
  'payments:read',
  'customers:read',
  'refunds:read',
  'webhooks:read',
  'analytics:read',
];

const SAME_IN_BOTH: Readonly<Record<Exclude<Role, 'developer'>, readonly string[]>> = {
  owner: [ALL_SCOPES],
  support: [...BUSINESS, 'payments:write', 'customers:write', 'refunds:write'],
  approver: [...BUSINESS, 'payments:approve'],
  finance: [...READING, 'analytics:write'],
  viewer: BUSINESS,
};

/** The scopes of a role in a mode. `*` stands for all. */
export function scopesOf(role: Role, mode: Mode): readonly string[] {
  if (role === 'developer') return mode === 'test' ? [ALL_SCOPES] : READING;
  return SAME_IN_BOTH[role];
}
