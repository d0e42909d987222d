import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { fromPublicId, type IdSource, toPublicId } from '../platform/ids.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import type { AuditLog } from '../security/audit-log.js';
import { actorColumns, type Caller } from '../security/caller.js';
import { MEMBER } from './link-issuer.js';
import { beginChange } from './member-changes.js';
import { dropLinksTo } from './open-links.js';
import type { Role } from './roles.js';
import type { SecretTokens } from './secret-tokens.js';
import type { SignInOptions } from './sign-in.js';
import { isMember } from './sign-in-links.js';

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
  readonly options: SignInOptions;
}

/** Invitations to join an account: sign-in links that a member gives to another person. */
export class Invitations {
  constructor(private readonly deps: InvitationsDependencies) {}

  async list({ accountId }: Caller): Promise<ConsoleSchemas['InvitationList']> {
    const rows = await this.deps.database.forAccount().run<InvitationRow>(LIST, [accountId]);
    return { data: rows.map(present) };
  }

  /**
   * Creates an invitation, which replaces an open one to the same address. Its link is only in this response. Throws
   * `provider_required` if the configuration refuses passwords, and `validation_failed` for the address of a member.
   */
  async create(
    caller: Caller,
    { role, email }: ConsoleSchemas['CreateInvitation'],
  ): Promise<ConsoleSchemas['InvitationWithLink']> {
    requireInvitations(this.deps.options);
    const { token, hash } = this.deps.tokens.create();
    return this.deps.database.transaction(async (transaction) => {
      await beginChange(transaction, caller);
      if (email !== undefined) await this.replace(transaction, caller.accountId, email);
      const id = await this.deps.ids.one();
      const { userId } = actorColumns(caller.actor);
      const values = [caller.accountId, id, hash, role, email ?? null, LIFETIME_MS, MAX_PEOPLE, userId];
      const [row] = await transaction.run<InvitationRow>(CREATE, values);
      if (row === undefined) throw tooMany();
      const invitation = present(row);
      await this.deps.audit.record(transaction, caller, {
        action: 'member.invited',
        objectId: invitation.id,
        roleChange: { before: null, after: role },
      });
      return { ...invitation, url: `${caller.publicUrl ?? ''}/console/welcome#${token}` };
    }, caller);
  }

  private async replace(transaction: Transaction, accountId: string, email: string): Promise<void> {
    const [member] = await transaction.run(MEMBER, [accountId, normalizeEmail(email)]);
    if (member !== undefined) throw isMember();
    await dropLinksTo(transaction, accountId, email);
  }

  /** Ends an open invitation. Throws `not_found`. */
  async revoke(caller: Caller, publicId: string): Promise<void> {
    const id = fromPublicId('inv', publicId);
    await this.deps.database.transaction(async (transaction) => {
      const [revoked] = await transaction.run(REVOKE, [caller.accountId, id ?? null]);
      if (revoked === undefined) throw new DomainError('not_found', `There is no open invitation ${publicId}.`);
      await this.deps.audit.record(transaction, caller, { action: 'member.invitation_revoked', objectId: publicId });
    }, caller);
  }
}

function present({ id, role, email, expiresAt }: InvitationRow): ConsoleSchemas['Invitation'] {
  return { id: toPublicId('inv', id), role, email, expiresAt: expiresAt.toISOString() };
}

/** People join with a password. Without passwords, the groups of the identity provider lead to accounts. */
function requireInvitations({ password, identityProvider }: SignInOptions): void {
  if (password) return;
  const instead =
    identityProvider === null
      ? 'The operator creates a link with `npm run console:link`.'
      : `Give the person a group at ${identityProvider} that leads to this account.`;
  throw new DomainError('provider_required', `Nobody can be invited while passwords are turned off. ${instead}`);
}

function tooMany(): DomainError {
  const detail = `An account has at most ${MAX_PEOPLE} members and open invitations.`;
  return validationFailed(detail, { pointer: '', code: 'out_of_range', detail });
}
