import { withoutUnseen } from '../../platform/unseen-characters.js';
import { ALL_ROLES, type Role } from '../roles.js';

type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME = 100;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;
const MAX_EMAIL = 254;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The texts of a claim, by its name or by a path such as `realm_access.roles`; undefined if there is no such claim. */
export function claimValues(claims: Claims, name: string): string[] | undefined {
  const value = claims[name] ?? name.split('.').reduce<unknown>(memberOf, claims);
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((each) => typeof each === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Claims)[name]
    : undefined;
}

/** The e-mail address, if it can be one. */
export function emailOf({ email }: Claims): string | undefined {
  return typeof email === 'string' && email.length <= MAX_EMAIL && EMAIL.test(email) ? email : undefined;
}

/** The name, without characters that a name cannot have. */
export function nameOf({ name }: Claims): string | undefined {
  if (typeof name !== 'string') return undefined;
  const clean = withoutUnseen(name, '').trim().slice(0, MAX_NAME);
  return VISIBLE.test(clean) ? clean : undefined;
}

/** What claims say about a person. */
export interface ClaimedPerson {
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  /** The values of the claim with groups or roles. */
  readonly values: readonly string[];
}

/** What the ID token says about a person, and the answer of the userinfo endpoint about what is missing there. */
export function claimedPerson(signed: Claims, userInfo: Claims, claim: string): ClaimedPerson {
  const withEmail = [signed, userInfo].filter((claims) => emailOf(claims) !== undefined);
  // What verifies another address does not count.
  const source = withEmail.find((claims) => isVerified(claims) !== undefined) ?? withEmail[0] ?? {};
  return {
    name: nameOf(signed) ?? nameOf(userInfo),
    email: emailOf(source),
    isEmailVerified: isVerified(source),
    values: claimValues(signed, claim) ?? claimValues(userInfo, claim) ?? [],
  };
}

/** Some providers send it as text. */
function isVerified({ email_verified: verified }: Claims): boolean | undefined {
  return verified === undefined ? undefined : verified === true || verified === 'true';
}

/** Roles in accounts by the values of a claim. Ids of accounts are public ones. */
export type RolesByValue = Readonly<Record<string, Readonly<Record<string, Role>>>>;

/** The role in each account that the values lead to. Of several for one account, the first one of the list of roles counts. */
export function grantedRoles(values: readonly string[], roles: RolesByValue): Map<string, Role> {
  const granted = new Map<string, Role>();
  for (const value of values) {
    const accounts = Object.hasOwn(roles, value) ? (roles[value] ?? {}) : {};
    for (const [account, role] of Object.entries(accounts)) {
      const other = granted.get(account);
      if (other === undefined || ALL_ROLES.indexOf(role) < ALL_ROLES.indexOf(other)) granted.set(account, role);
    }
  }
  return granted;
}
