import { admits, reachesNoFurther, reachesOverlap } from '../allowed-addresses.js';
import { ALL_SCOPES } from '../caller.js';
import type { Mode } from '../environment.entity.js';
import { hasEveryScope } from '../scopes.js';

/** Where, and until when, a key may be used. */
export interface KeyLimits {
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
}

/** The input of the rules about keys. */
export interface KeyFacts extends KeyLimits {
  readonly id: string;
  readonly mode: Mode;
  readonly scopes: readonly string[];
}

/** The key and address of the caller who wants to change keys. */
export interface KeyAdmin {
  /** Undefined for a person. */
  readonly keyId: string | undefined;
  readonly scopes: ReadonlySet<string>;
  readonly address: string;
}

/** Those of some scopes that the admin's own key lacks. */
export function scopesBeyond({ scopes: own }: Pick<KeyAdmin, 'scopes'>, scopes: Iterable<string>): string[] {
  if (own.has(ALL_SCOPES)) return [];
  return [...new Set(scopes)].filter((scope) => !own.has(scope));
}

/** The limits of the admin's own key that another key exceeds: a later end, or more networks. */
export function limitsExceeded(own: KeyLimits, key: KeyLimits): (keyof KeyLimits)[] {
  const exceeded: (keyof KeyLimits)[] = [];
  if (own.expiresAt !== null && (key.expiresAt === null || key.expiresAt > own.expiresAt)) exceeded.push('expiresAt');
  if (!reachesNoFurther(key.allowedCidrs, own.allowedCidrs)) exceeded.push('allowedCidrs');
  return exceeded;
}

/** Whether networks that apply to many keys grow by one that the admin's own key does not allow. */
export function networksGrowPast(
  { allowedCidrs: own }: KeyLimits,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const reached = before.length === 0 || own.length === 0 ? [] : [...before, ...own];
  return !reachesNoFurther(after, reached);
}

/** Whether a change of the admin's own key, undefined for a revocation, locks the admin out or cannot be undone. */
export function shutsOutAdmin(admin: KeyAdmin, after: KeyFacts | undefined, id: string): boolean {
  if (id !== admin.keyId) return false;
  return after === undefined || !managesKeys(after) || !admits(after.allowedCidrs, admin.address);
}

/**
 * Whether a change of an active key removes the last lasting key with every scope from its mode, or the last that can manage
 * its keys. A remaining key counts if it does not expire and can be used from the admin's address. Live keys manage both
 * modes, test keys their own.
 */
export function leavesNoAdmin(
  admin: KeyAdmin,
  { before, after, others }: { before: KeyFacts; after: KeyFacts | undefined; others: readonly KeyFacts[] },
): boolean {
  if (before.expiresAt !== null) return false;
  const remains = (key: KeyFacts): boolean => key.expiresAt === null && admits(key.allowedCidrs, admin.address);
  const isLast = (able: (key: KeyFacts) => boolean, replaces: (other: KeyFacts) => boolean): boolean =>
    able(before) &&
    !(after !== undefined && able(after) && remains(after)) &&
    !others.some((other) => able(other) && remains(other) && replaces(other));
  return (
    isLast(mayDoEverything, (other) => other.mode === before.mode) ||
    isLast(managesKeys, (other) => before.mode === 'test' || other.mode === 'live')
  );
}

/** Whether a key can be used from an address that its account allows. */
export function canEnter({ allowedCidrs }: Pick<KeyLimits, 'allowedCidrs'>, accountCidrs: readonly string[]): boolean {
  return reachesOverlap(allowedCidrs, accountCidrs);
}

/** Whether the account's networks shut out every lasting key with every scope, while the previous ones did not. */
export function shutsOutLastingKeys(
  keys: readonly KeyFacts[],
  before: readonly string[],
  after: readonly string[],
): boolean {
  const lasting = keys.filter((key) => key.expiresAt === null && mayDoEverything(key));
  const oneEnters = (networks: readonly string[]): boolean => lasting.some((key) => canEnter(key, networks));
  return oneEnters(before) && !oneEnters(after);
}

function mayDoEverything({ scopes }: KeyFacts): boolean {
  return hasEveryScope(scopes);
}

function managesKeys({ scopes }: KeyFacts): boolean {
  return scopes.includes(ALL_SCOPES) || scopes.includes('security:write');
}
