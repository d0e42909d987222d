import type { Transaction } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { findOwnKey, KeyReach, lastingAdminKeys, type StoredApiKey } from './api-key-store.js';
import { ALL_SCOPES, hasScope, keyIdOf, scopesNow, type Caller } from '../caller.js';
import type { Mode } from '../environment.entity.js';
import {
  canEnter,
  leavesNoAdmin,
  limitsExceeded,
  networksGrowPast,
  scopesBeyond,
  shutsOutAdmin,
  shutsOutLastingKeys,
  type KeyAdmin,
  type KeyLimits,
} from './key-rules.js';
import { namedScopes } from '../scopes.js';

/** A caller who may change keys, with the account's keys locked for one transaction. */
export class KeyAdministration {
  private constructor(
    readonly reach: KeyReach,
    private readonly transaction: Transaction,
    private readonly accountId: string,
    private readonly admin: KeyAdmin,
    /** Of the caller's own key. */
    readonly limits: Pick<StoredApiKey, keyof KeyLimits>,
    /** The person behind the caller: a key has the person who created it, and hands them on to its own keys. */
    readonly person: string | null,
  ) {}

  /** Reads the caller's key or role again under the lock, since the cached one may be seconds old. */
  static async begin(transaction: Transaction, caller: Caller): Promise<KeyAdministration> {
    const reach = await KeyReach.locked(transaction, caller);
    const keyId = keyIdOf(caller);
    const own = await (keyId === undefined ? personRights(transaction, caller) : activeKey(transaction, reach, keyId));
    const scopes = new Set(own.scopes);
    if (!hasScope({ scopes }, 'security:write')) throw lacking(['security:write']);
    const admin = { keyId, scopes, address: caller.address };
    return new KeyAdministration(reach, transaction, caller.accountId, admin, own, own.createdBy);
  }

  /** Throws unless the caller's key has all scopes of another key, so that creating keys adds no rights. */
  requireScopes(...lists: readonly (readonly string[])[]): void {
    const beyond = scopesBeyond(this.admin, lists.flat());
    if (beyond.length > 0) throw lacking(beyond);
  }

  /** Throws if a key ends later than the caller's own, or allows more networks. */
  requireLimits(key: KeyLimits): void {
    const exceeded = limitsExceeded(this.limits, key);
    if (exceeded.length > 0) throw limitsExceededBy(exceeded, this.limits);
  }

  /** Like `requireLimits`, for limits in the request: the error points at them. */
  requireAskedLimits(asked: KeyLimits): void {
    const exceeded = limitsExceeded(this.limits, asked);
    if (exceeded.length > 0) throw limitsExceededBy(exceeded, this.limits, exceeded);
  }

  /** Throws if the account's networks grow past those of the caller's key; they may stay as they are, or shrink. */
  requireNetworks(before: readonly string[], after: readonly string[]): void {
    if (!networksGrowPast(this.limits, before, after)) return;
    throw limitsExceededBy(['allowedCidrs'], this.limits, ['allowedCidrs']);
  }

  /** Throws if the account's networks shut out every lasting key of the mode that has every scope. */
  async requireAdminEnters(mode: Mode, before: readonly string[], after: readonly string[]): Promise<void> {
    const admins = await lastingAdminKeys(this.transaction, this.accountId);
    const ofMode = admins.filter((key) => key.mode === mode);
    if (!shutsOutLastingKeys(ofMode, before, after)) return;
    const detail = `No permanent ${mode} key with every scope could be used from these networks. Add a network that such a key allows.`;
    throw new DomainError('last_admin_key', detail);
  }

  /** The scopes that the caller can pass on: only a key with `*` passes on future scopes. */
  handedOn(scopes: string[]): string[] {
    return this.admin.scopes.has(ALL_SCOPES) ? scopes : namedScopes(scopes);
  }

  /** Throws if a change, undefined for a revocation, locks the caller out or leaves no key that can manage keys. */
  async requireAdminRemains(before: StoredApiKey, after: StoredApiKey | undefined): Promise<void> {
    if (shutsOutAdmin(this.admin, after, before.id)) throw lockedOut(after);
    const admins = await lastingAdminKeys(this.transaction, this.accountId);
    const accountCidrs = admins.find(({ id }) => id === before.id)?.accountCidrs ?? [];
    const others = admins.filter((key) => key.id !== before.id && canEnter(key, key.accountCidrs));
    const remaining = after !== undefined && canEnter(after, accountCidrs) ? after : undefined;
    if (!leavesNoAdmin(this.admin, { before, after: remaining, others })) return;
    throw new DomainError(
      'last_admin_key',
      'This is the last permanent key with every scope, or the last key that can manage keys. Create another one first.',
    );
  }
}

type Rights = Pick<StoredApiKey, keyof KeyLimits | 'scopes' | 'createdBy'>;

/** A person has the scopes of a role, and no limits. */
async function personRights(transaction: Transaction, caller: Caller): Promise<Rights> {
  const scopes = await scopesNow(transaction, caller, 'security:write');
  const createdBy = caller.actor.kind === 'member' ? caller.actor.userId : null;
  return { scopes: [...scopes], allowedCidrs: [], expiresAt: null, createdBy };
}

async function activeKey(transaction: Transaction, reach: KeyReach, keyId: string): Promise<Rights> {
  const own = await findOwnKey(transaction, reach, keyId);
  if (own.status !== 'active') throw new DomainError('unauthorized', 'A valid API key is required.');
  return own;
}

/** Throws unless the key is active; one that has ended cannot be changed. */
export function requireActive(key: StoredApiKey): void {
  if (key.status !== 'active') throw keyConflict(key, `The key is ${key.status} and can no longer be changed.`);
}

export function keyConflict(key: StoredApiKey, detail: string): DomainError {
  const allowedActions = key.status === 'active' ? ['update', 'revoke'] : [];
  return new DomainError('state_conflict', detail, {
    members: { currentStatus: key.status, currentStage: null, allowedActions },
  });
}

function lacking(scopes: readonly string[]): DomainError {
  const named = scopes.length === 1 ? `scope ${scopes.join()}` : `scopes ${scopes.join(', ')}`;
  return new DomainError('insufficient_scope', `The key lacks the ${named}.`);
}

function limitsExceededBy(
  exceeded: readonly (keyof KeyLimits)[],
  own: KeyLimits,
  asked: readonly (keyof KeyLimits)[] = [],
): DomainError {
  const some = own.allowedCidrs.slice(0, 3).join(', ') + (own.allowedCidrs.length > 3 ? ' and others' : '');
  const [later, further] =
    asked.length > 0
      ? ['Choose an expiry that is not later.', 'Choose networks within this limit.']
      : ['The other key expires later, or never.', 'The other key is allowed in more networks.'];
  const reasons = {
    expiresAt: `Your own key expires at ${own.expiresAt?.toISOString() ?? ''}. ${later}`,
    allowedCidrs: `Your own key is limited to ${some}. ${further}`,
  };
  const errors = asked.map((limit) => ({
    pointer: `/${limit}`,
    code: 'out_of_range' as const,
    detail: limit === 'expiresAt' ? `must be at most ${own.expiresAt?.toISOString() ?? ''}` : `must lie within ${some}`,
  }));
  const detail = exceeded.map((limit) => reasons[limit]).join(' ');
  return new DomainError('key_limits_exceeded', detail, errors.length > 0 ? { errors } : {});
}

function lockedOut(after: StoredApiKey | undefined): DomainError {
  const detail =
    after === undefined
      ? 'A key cannot revoke itself.'
      : 'A key cannot remove its own security:write scope or the address that it is used from.';
  return new DomainError('would_lock_out_caller', detail);
}
