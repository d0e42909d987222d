import { admits, reachesNoFurther, reachesOverlap } from './allowed-addresses.js';
import { ALL_SCOPES } from './caller.js';
import type { Mode } from './environment.entity.js';
import { hasEveryScope } from './scopes.js';

/** From where, and until when, a key may be used. */
export interface KeyLimits {
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
}

/** What the rules about keys look at. */
export interface KeyFacts extends KeyLimits {
  readonly id: string;
  readonly mode: Mode;
  readonly scopes: readonly string[];
}

/** Who wants to change keys, and from where. */
export interface KeyAdmin {
  readonly keyId: string;
  readonly scopes: ReadonlySet<string>;
  readonly address: string;
}

/** The scopes that the admin's own key lacks, of those that another key has or is to have. */
export function scopesBeyond({ scopes: own }: Pick<KeyAdmin, 'scopes'>, scopes: Iterable<string>): string[] {
  if (own.has(ALL_SCOPES)) return [];
  return [...new Set(scopes)].filter((scope) => !own.has(scope));
}

/** The limits of an admin's own key that another key exceeds: it ends later, or may be used from further networks. */
export function limitsExceeded(own: KeyLimits, key: KeyLimits): (keyof KeyLimits)[] {
  const exceeded: (keyof KeyLimits)[] = [];
  if (own.expiresAt !== null && (key.expiresAt === null || key.expiresAt > own.expiresAt)) exceeded.push('expiresAt');
  if (!reachesNoFurther(key.allowedCidrs, own.allowedCidrs)) exceeded.push('allowedCidrs');
  return exceeded;
}

/** Whether networks that hold for many keys would grow, by one that an admin's own key does not reach. */
export function networksGrowPast(
  { allowedCidrs: own }: KeyLimits,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const reached = before.length === 0 || own.length === 0 ? [] : [...before, ...own];
  return !reachesNoFurther(after, reached);
}

/** Whether admins would no longer get in, or could no longer undo, what they make of their own key; undefined revokes it. */
export function shutsOutAdmin(admin: KeyAdmin, after: KeyFacts | undefined, id: string): boolean {
  if (id !== admin.keyId) return false;
  return after === undefined || !managesKeys(after) || !admits(after.allowedCidrs, admin.address);
}

/**
 * Whether a change to an active key takes the last lasting key with every scope from its mode, or the last one that can
 * manage its keys. A key that remains counts when it does not expire and may be used from anywhere or from where the admin
 * is. Live keys manage both modes, test keys their own.
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

/** Whether a key can be used from some address that the networks of its account admit. */
export function canEnter({ allowedCidrs }: Pick<KeyLimits, 'allowedCidrs'>, accountCidrs: readonly string[]): boolean {
  return reachesOverlap(allowedCidrs, accountCidrs);
}

/** Whether networks of the account shut out every lasting key with every scope, where the networks before let one in. */
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
