import type { ConsoleSchemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId, type IdSource, toPublicId } from '../platform/ids.js';
import type { AuditLog } from '../security/audit-log.js';
import { actorColumns, type Caller } from '../security/caller.js';
import type { Role } from './roles.js';
import type { SecretTokens } from './secret-tokens.js';

/** How long an invitation works, in milliseconds. */
const LIFETIME_MS = 86_400_000;
/** Members and open invitations of an account. */
export const MAX_PEOPLE = 200;

const CREATE = namedQuery(
  'invitations_create',
  `INSERT INTO sign_in_links (id, hash, account_id, role, email, is_invitation, created_by, expires_at)
   SELECT $2, $3, $1, $4, $5, true, $8, date_trunc('milliseconds', now()) + $6::float8 * interval '1 millisecond'
    WHERE (SELECT count(*) FROM memberships WHERE account_id = $1)
        + (SELECT count(*) FROM sign_in_links
            WHERE account_id = $1 AND is_invitation AND used_at IS NULL AND expires_at > now()) < $7
   RETURNING id, role, email, expires_at AS "expiresAt"`,
);

const LIST = namedQuery(
  'invitations_list',
  `SELECT id, role, email, expires_at AS "expiresAt" FROM sign_in_links
    WHERE account_id = $1 AND is_invitation AND used_at IS NULL AND expires_at > now()
    ORDER BY id DESC LIMIT 200`,
);

const REVOKE = namedQuery(
  'invitations_revoke',
  `DELETE FROM sign_in_links
    WHERE account_id = $1 AND id = $2 AND is_invitation AND used_at IS NULL RETURNING id`,
);

interface InvitationRow {
  readonly id: string;
  readonly role: Role;
  readonly email: string | null;
  readonly expiresAt: Date;
}

export interface InvitationsDependencies {
  readonly database: Database;
  readonly ids: Pick<IdSource, 'one'>;
  readonly tokens: SecretTokens;
  readonly audit: AuditLog;
}

/** Invitations to join an account: sign-in links that a member gives to another person. */
export class Invitations {
  constructor(private readonly deps: InvitationsDependencies) {}

  async list({ accountId }: Caller): Promise<ConsoleSchemas['InvitationList']> {
    const rows = await this.deps.database.forAccount().run<InvitationRow>(LIST, [accountId]);
    return { data: rows.map(present) };
  }

  /** Creates an invitation. Its link is only in this response. */
  create(
    caller: Caller,
    { role, email }: ConsoleSchemas['CreateInvitation'],
  ): Promise<ConsoleSchemas['InvitationWithLink']> {
    const { token, hash } = this.deps.tokens.create();
    return this.deps.database.transaction(async (transaction) => {
      const id = await this.deps.ids.one();
      const { userId } = actorColumns(caller.actor);
      const values = [caller.accountId, id, hash, role, email ?? null, LIFETIME_MS, MAX_PEOPLE, userId];
      const [row] = await transaction.run<InvitationRow>(CREATE, values);
      if (row === undefined) throw tooMany();
      const invitation = present(row);
      await this.deps.audit.note(transaction, caller, { action: 'member.invited', objectId: invitation.id });
      return { ...invitation, url: `${caller.publicUrl ?? ''}/console/welcome#${token}` };
    });
  }

  /** Ends an open invitation. Throws `not_found`. */
  async revoke(caller: Caller, publicId: string): Promise<void> {
    const id = fromPublicId('inv', publicId);
    await this.deps.database.transaction(async (transaction) => {
      const [revoked] = await transaction.run(REVOKE, [caller.accountId, id ?? null]);
      if (revoked === undefined) throw new DomainError('not_found', `There is no open invitation ${publicId}.`);
      await this.deps.audit.note(transaction, caller, { action: 'member.invitation_revoked', objectId: publicId });
    });
  }
}

function present({ id, role, email, expiresAt }: InvitationRow): ConsoleSchemas['Invitation'] {
  return { id: toPublicId('inv', id), role, email, expiresAt: expiresAt.toISOString() };
}

function tooMany(): DomainError {
  const detail = `An account has at most ${MAX_PEOPLE} members and open invitations.`;
  const errors = [{ pointer: '', code: 'out_of_range' as const, detail }];
  return new DomainError('validation_failed', detail, { errors });
}
