import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId, toPublicId } from '../../platform/ids.js';
import type { AuditLog } from '../../security/audit-log.js';
import { MAX_PEOPLE } from '../invitations.js';
import { changeRole, removeMember } from '../member-changes.js';
import { dropLinksToPerson } from '../open-links.js';
import type { Role } from '../roles.js';
import { grantedRoles, type RolesByValue } from './claims.js';

// Serializes changes of the members, in one order. Includes the accounts that earlier claims gave.
const LOCK = namedQuery(
  'accounts_lock_provided',
  `SELECT a.id AS "accountId", e.id AS "environmentId"
     FROM accounts a JOIN environments e ON e.account_id = a.id AND e.mode = 'live'
    WHERE a.id = ANY($1::bigint[])
       OR a.id IN (SELECT account_id FROM memberships WHERE user_id = $2 AND by_provider)
    ORDER BY a.id FOR NO KEY UPDATE OF a`,
);

const MEMBERSHIPS = namedQuery(
  'memberships_provided',
  'SELECT account_id AS "accountId", role FROM memberships WHERE user_id = $1',
);

const JOIN = namedQuery(
  'memberships_join_provided',
  `INSERT INTO memberships (account_id, user_id, role, by_provider)
   SELECT $1, $2, $3, true WHERE (SELECT count(*) FROM memberships WHERE account_id = $1) < $4
   RETURNING user_id`,
);

// Sessions that began elsewhere have no access any more.
const TAKE_OVER = namedQuery(
  'memberships_take_over',
  `WITH taken AS (
     UPDATE memberships SET by_provider = true WHERE account_id = $1 AND user_id = $2 AND NOT by_provider RETURNING user_id
   )
   DELETE FROM sessions s USING taken t WHERE s.account_id = $1 AND s.user_id = t.user_id AND NOT s.by_provider`,
);

const FIRST = namedQuery(
  'memberships_first_provided',
  `SELECT account_id AS "accountId" FROM memberships WHERE user_id = $1 AND account_id = ANY($2::bigint[])
    ORDER BY created_at, account_id LIMIT 1`,
);

interface LockedAccount {
  readonly accountId: string;
  readonly environmentId: number;
}

interface Membership {
  readonly accountId: string;
  readonly role: Role;
}

/** What claims have led to. */
export interface AppliedAccess {
  /** The account to sign in to; undefined if the person has access to none. */
  readonly accountId: string | undefined;
  /** `last_owner` if an account stays as it was. */
  readonly refusal: DomainError | undefined;
}

/** Makes the memberships of a person those that the claims of the identity provider give. */
export class ProvidedAccess {
  constructor(
    private readonly audit: AuditLog,
    private readonly roles: RolesByValue,
  ) {}

  /** The roles that values of the claim give, by account. */
  granted(values: readonly string[]): ReadonlyMap<string, Role> {
    const granted = [...grantedRoles(values, this.roles)];
    return new Map(granted.map(([account, role]) => [fromPublicId('acct', account) ?? '', role]));
  }

  /**
   * Adds, changes and removes memberships. A changed or removed one loses its sessions. An account that would lose its last owner
   * stays as it is, and the others do not. Throws `provider_no_access` for a full account.
   */
  async apply(
    transaction: Transaction,
    userId: string,
    granted: ReadonlyMap<string, Role>,
    requestId: string,
  ): Promise<AppliedAccess> {
    const locked = await transaction.run<LockedAccount>(LOCK, [[...granted.keys()], userId]);
    const memberships = await transaction.run<Membership>(MEMBERSHIPS, [userId]);
    const before = new Map(memberships.map((membership) => [membership.accountId, membership]));
    let refusal: DomainError | undefined;
    for (const account of locked) {
      try {
        await this.applyTo(transaction, { ...account, userId, requestId }, before, granted.get(account.accountId));
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'last_owner')) throw error;
        refusal = error;
      }
    }
    const accounts = locked.map(({ accountId }) => accountId).filter((accountId) => granted.has(accountId));
    const [first] = await transaction.run<{ accountId: string }>(FIRST, [userId, accounts]);
    return { accountId: first?.accountId, refusal };
  }

  private async applyTo(
    transaction: Transaction,
    change: Change,
    memberships: ReadonlyMap<string, Membership>,
    role: Role | undefined,
  ): Promise<void> {
    const { accountId, userId } = change;
    const before = memberships.get(accountId);
    if (before === undefined) {
      if (role === undefined) return;
      const joined = await transaction.run(JOIN, [accountId, userId, role, MAX_PEOPLE]);
      if (joined.length === 0) throw isFull();
      await dropLinksToPerson(transaction, accountId, userId);
      return this.recordAction(transaction, change, 'member.joined', { before: null, after: role });
    }
    const member = { accountId, userId, role: before.role };
    if (role === undefined) {
      await removeMember(transaction, member);
      return this.recordAction(transaction, change, 'member.removed', { before: before.role, after: null });
    }
    if (role !== before.role) {
      await changeRole(transaction, member, role);
      await this.recordAction(transaction, change, 'member.role_changed', { before: before.role, after: role });
    }
    transaction.queue(TAKE_OVER, [accountId, userId]);
  }

  private recordAction(
    transaction: Transaction,
    { environmentId, userId, requestId }: Change,
    action: 'member.joined' | 'member.removed' | 'member.role_changed',
    roleChange: { readonly before: Role | null; readonly after: Role | null },
  ): Promise<void> {
    const caller = { environmentId, requestId, actor: { kind: 'identity_provider' } } as const;
    const changes = action === 'member.role_changed' ? ['role'] : [];
    return this.audit.record(transaction, caller, { action, objectId: toPublicId('usr', userId), changes, roleChange });
  }
}

interface Change extends LockedAccount {
  readonly userId: string;
  readonly requestId: string;
}

function isFull(): DomainError {
  return new DomainError('provider_no_access', `The account has ${MAX_PEOPLE} members, which is the maximum.`);
}
