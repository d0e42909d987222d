import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { type IdSource, toPublicId } from '../platform/ids.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { newRequestId } from '../platform/tracing/trace.js';
import type { AuditLog } from '../security/audit-log.js';
import type { Role } from './roles.js';
import type { SecretTokens } from './secret-tokens.js';
import { endSessionsOf } from './sessions.js';

/** How long a link works, in milliseconds. */
const LIFETIME_MS = 600_000;

const CREATE = namedQuery(
  'sign_in_links_create',
  `INSERT INTO sign_in_links (id, hash, account_id, role, email, user_id, expires_at)
   SELECT $7, $1, a.id, coalesce(m.role, $3), $4, m.user_id, now() + $6::float8 * interval '1 millisecond'
     FROM accounts a LEFT JOIN memberships m ON m.account_id = a.id AND m.user_id = $5
    WHERE a.id = $2
   RETURNING hash`,
);

/** The member with an address. */
export const MEMBER = namedQuery(
  'memberships_by_email',
  `SELECT m.user_id AS "userId" FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = $1 AND u.email_normalized = $2`,
);

const FIRST_OWNER = namedQuery(
  'memberships_first_owner',
  `SELECT user_id AS "userId" FROM memberships WHERE account_id = $1 AND role = 'owner'
    ORDER BY created_at, user_id LIMIT 1`,
);

// Returns the live environment, whose audit log has the account's people; nothing without an app.
const RESET_TOTP = namedQuery(
  'totp_factors_reset',
  `WITH removed AS (DELETE FROM totp_factors WHERE id = $1 RETURNING id)
   SELECT e.id AS "environmentId" FROM environments e, removed WHERE e.account_id = $2 AND e.mode = 'live'`,
);

interface SignInLinkRequest {
  readonly accountId: string;
  readonly role: Role;
  readonly email?: string | undefined;
  /** A member of the account, who signs in with the link. */
  readonly userId?: string | undefined;
}

interface Member {
  readonly userId: string;
}

/** Creates sign-in links. */
export class LinkIssuer {
  constructor(
    private readonly database: Database,
    private readonly tokens: SecretTokens,
    private readonly ids: Pick<IdSource, 'one'>,
    private readonly audit: Pick<AuditLog, 'record'>,
  ) {}

  /**
   * A link for the person with an address: they join with the role, or sign in if they are a member. `resetTotp` removes the
   * authenticator app of a member, and ends their sessions. Undefined without the account, or without a member to reset.
   */
  async forEmail(
    accountId: string,
    { email, role }: { readonly email: string; readonly role: Role },
    { resetTotp = false } = {},
  ): Promise<string | undefined> {
    const [member] = await this.members(MEMBER, [accountId, normalizeEmail(email)]);
    if (resetTotp) {
      if (member === undefined) return undefined;
      await this.resetTotp(accountId, member.userId);
    }
    return this.create({ accountId, role, email, userId: member?.userId });
  }

  /** A link for the operator: it signs in the first owner, or lets one join. */
  async forOwner(accountId: string): Promise<string | undefined> {
    const [owner] = await this.members(FIRST_OWNER, [accountId]);
    return this.create({ accountId, role: 'owner', userId: owner?.userId });
  }

  private async resetTotp(accountId: string, userId: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [reset] = await transaction.run<{ environmentId: number }>(RESET_TOTP, [userId, accountId]);
      if (reset === undefined) return;
      endSessionsOf(transaction, userId);
      const { environmentId } = reset;
      const caller = { environmentId, requestId: newRequestId(), actor: { kind: 'operator' } } as const;
      await this.audit.record(transaction, caller, {
        action: 'member.totp_reset',
        objectId: toPublicId('usr', userId),
      });
    });
  }

  /** Returns the token of a new link; undefined if the account does not exist. */
  private async create({ accountId, role, email, userId }: SignInLinkRequest): Promise<string | undefined> {
    const { token, hash } = this.tokens.create();
    const values = [hash, accountId, role, email ?? null, userId ?? null, LIFETIME_MS, await this.ids.one()];
    const created = await this.database.forAuthentication().run(CREATE, values);
    return created.length === 0 ? undefined : token;
  }

  private members(query: typeof MEMBER, values: readonly unknown[]): Promise<Member[]> {
    return this.database.forAuthentication().run<Member>(query, values);
  }
}
