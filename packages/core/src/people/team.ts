import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId, toPublicId } from '../platform/ids.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Caller } from '../security/caller.js';
import { beginChange, changeRole, removeMember } from './member-changes.js';
import type { Role } from './roles.js';
import type { Sessions } from './sessions.js';

const MEMBERS = `SELECT u.id, u.name, u.email, m.role, m.by_provider AS "byProvider", m.created_at AS "joinedAt",
                        (SELECT max(s.seen_at) FROM sessions s
                          WHERE s.account_id = m.account_id AND s.user_id = m.user_id) AS "lastSeenAt"
                   FROM memberships m JOIN users u ON u.id = m.user_id
                  WHERE m.account_id = $1`;
const LIST = namedQuery('memberships_list', `${MEMBERS} ORDER BY m.created_at, u.id LIMIT 200`);
const FIND = namedQuery('memberships_find', `${MEMBERS} AND m.user_id = $2`);

interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly byProvider: boolean;
  readonly joinedAt: Date;
  readonly lastSeenAt: Date | null;
}

type Person = ConsoleSchemas['Person'];

export interface TeamDependencies {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly sessions: Pick<Sessions, 'forget'>;
}

/** The members of an account. */
export class Team {
  constructor(private readonly deps: TeamDependencies) {}

  async list({ accountId }: Caller): Promise<ConsoleSchemas['PersonList']> {
    const rows = await this.deps.database.forAccount().run<MemberRow>(LIST, [accountId]);
    return { data: rows.map(present) };
  }

  /** Gives a member another role, and ends their sessions and the invitations that they have made. Throws `not_found` and `last_owner`. */
  async changeRole(caller: Caller, publicId: string, role: Role): Promise<Person> {
    const changed = await this.change(caller, publicId, async (transaction, member) => {
      if (member.role === role) return present(member);
      await changeRole(transaction, { accountId: caller.accountId, userId: member.id, role: member.role }, role);
      await this.deps.audit.record(transaction, caller, {
        action: 'member.role_changed',
        objectId: publicId,
        changes: ['role'],
        roleChange: { before: member.role, after: role },
      });
      return { ...present(member), role, lastSeenAt: null };
    });
    return changed;
  }

  /** Removes a member, and ends their sessions and the invitations that they have made. Throws `not_found` and `last_owner`. */
  async remove(caller: Caller, publicId: string): Promise<void> {
    await this.change(caller, publicId, async (transaction, member) => {
      await removeMember(transaction, { accountId: caller.accountId, userId: member.id, role: member.role });
      const roleChange = { before: member.role, after: null };
      await this.deps.audit.record(transaction, caller, { action: 'member.removed', objectId: publicId, roleChange });
    });
  }

  private async change<Result>(
    caller: Caller,
    publicId: string,
    work: (transaction: Transaction, member: MemberRow) => Promise<Result>,
  ): Promise<Result> {
    const userId = fromPublicId('usr', publicId);
    const result = await this.deps.database.transaction(async (transaction) => {
      await beginChange(transaction, caller);
      const [member] = await transaction.run<MemberRow>(FIND, [caller.accountId, userId ?? null]);
      if (member === undefined) throw new DomainError('not_found', `The account has no member ${publicId}.`);
      return work(transaction, member);
    }, caller);
    if (userId !== undefined) this.deps.sessions.forget(userId);
    return result;
  }
}

function present({ id, name, email, role, byProvider, joinedAt, lastSeenAt }: MemberRow): Person {
  return {
    id: toPublicId('usr', id),
    name,
    email,
    role,
    byProvider,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
