import { admits } from './allowed-addresses.js';
import { ALL_SCOPES } from './caller.js';
import type { Mode } from './environment.entity.js';

/** What the rules about keys look at. */
export interface KeyFacts {
  readonly id: string;
  readonly mode: Mode;
  readonly scopes: readonly string[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
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

/** Whether admins would no longer get in, or could no longer undo, what they make of their own key; undefined revokes it. */
export function shutsOutAdmin(admin: KeyAdmin, after: KeyFacts | undefined, id: string): boolean {
  if (id !== admin.keyId) return false;
  return after === undefined || !managesKeys(after) || !admits(after.allowedCidrs, admin.address);
}

/**
 * Whether a change to an active key leaves no lasting admin key: one that can manage keys, does not expire, and may be
 * used from anywhere or from where the admin is. Live keys manage both modes, test keys their own.
 */
export function leavesNoAdmin(
  admin: KeyAdmin,
  { before, after, others }: { before: KeyFacts; after: KeyFacts | undefined; others: readonly KeyFacts[] },
): boolean {
  const lasting = (key: KeyFacts): boolean =>
    managesKeys(key) && key.expiresAt === null && admits(key.allowedCidrs, admin.address);
  if (!lasting(before) || (after !== undefined && lasting(after))) return false;
  return !others.some((other) => lasting(other) && (before.mode === 'test' || other.mode === 'live'));
}

function managesKeys({ scopes }: KeyFacts): boolean {
  return scopes.includes(ALL_SCOPES) || scopes.includes('security:write');
}
