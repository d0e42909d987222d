import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { type Caller, scopesNow } from '../security/caller.js';
import { dropLinksToPerson } from './open-links.js';
import type { Role } from './roles.js';

// Serializes changes of an account's people: the rules about owners and invitations look at all of them.
const LOCK = namedQuery('accounts_lock_members', 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE');

const OTHER_OWNER = namedQuery(
  'memberships_other_owner',
  `SELECT user_id FROM memberships WHERE account_id = $1 AND user_id <> $2 AND role = 'owner' LIMIT 1`,
);

const CHANGE_ROLE = namedQuery(
  'memberships_change_role',
  'UPDATE memberships SET role = $3 WHERE account_id = $1 AND user_id = $2',
);

const END_SESSIONS = namedQuery('sessions_end_member', 'DELETE FROM sessions WHERE account_id = $1 AND user_id = $2');

// Also the invitations that the member has given to others, or kept.
const DROP_LINKS = namedQuery(
  'sign_in_links_drop_member',
  'DELETE FROM sign_in_links WHERE account_id = $1 AND (user_id = $2 OR created_by = $2) AND used_at IS NULL',
);

const REMOVE = namedQuery('memberships_remove', 'DELETE FROM memberships WHERE account_id = $1 AND user_id = $2');

export interface Member {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
}

/** Locks an account until the end of the transaction. */
export async function lockMembers(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.run(LOCK, [accountId]);
}

/**
 * Locks the account of a caller for a change of its people. A person's role is read again under the lock: the session that the
 * request came with may be seconds old. Throws `unauthorized`.
 */
export async function beginChange(transaction: Transaction, caller: Caller): Promise<void> {
  await lockMembers(transaction, caller.accountId);
  await scopesNow(transaction, caller, 'security:write');
}

/**
 * Gives a member another role. Ends their sessions, the invitations that they have made, and those to their address. The
 * account must be locked. Throws `last_owner`. Call `Sessions.forget` after the transaction.
 */
export async function changeRole(transaction: Transaction, member: Member, role: Role): Promise<void> {
  await requireOtherOwner(transaction, member);
  const key = [member.accountId, member.userId];
  transaction.queue(CHANGE_ROLE, [...key, role]);
  transaction.queue(END_SESSIONS, key);
  transaction.queue(DROP_LINKS, key);
  await dropLinksToPerson(transaction, member.accountId, member.userId);
}

/** Removes a member, in the same way. */
export async function removeMember(transaction: Transaction, member: Member): Promise<void> {
  await requireOtherOwner(transaction, member);
  const key = [member.accountId, member.userId];
  transaction.queue(DROP_LINKS, key);
  await dropLinksToPerson(transaction, member.accountId, member.userId);
  transaction.queue(REMOVE, key);
}

async function requireOtherOwner(transaction: Transaction, { accountId, userId, role }: Member): Promise<void> {
  if (role !== 'owner') return;
  const others = await transaction.run(OTHER_OWNER, [accountId, userId]);
  if (others.length > 0) return;
  throw new DomainError('last_owner', 'The account needs an owner. Make another person owner first.');
}
