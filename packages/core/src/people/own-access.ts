import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId, idTime, toPublicId } from '../platform/ids.js';
import type { AuditLog } from '../security/audit-log.js';
import { recordOwn, personOf } from './own-actions.js';
import { hashPassword, verifyPassword } from './passwords.js';
import type { Role } from './roles.js';
import type { SecondFactor } from './second-factor/second-factor.js';
import {
  type AuthenticatedSession,
  lockSessionsOf,
  type NewSession,
  type Sessions,
  type SignInOrigin,
} from './sessions.js';
import { requirePasswords, type SignInOptions } from './sign-in.js';
import type { SignInAttempts } from './sign-in-attempts.js';

const PASSWORD = namedQuery('users_password', 'SELECT password_hash AS "passwordHash" FROM users WHERE id = $1');

// Nothing happens if somebody has changed it since it was checked.
const CHANGE_PASSWORD = namedQuery(
  'users_change_password',
  'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
);

const LIST = namedQuery(
  'sessions_list',
  `SELECT s.id, a.name AS "accountName", s.seen_at AS "seenAt", s.ends_at AS "endsAt", s.address, s.browser
     FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.user_id = $1 AND s.ends_at > now() AND s.seen_at > now() - $2::float8 * interval '1 millisecond'
    ORDER BY s.id DESC LIMIT 100`,
);

// The lock keeps a session that replaces this one from a concurrent end of all sessions, which would not see it.
const END = namedQuery(
  'sessions_end_own',
  `WITH person AS MATERIALIZED (SELECT id FROM users WHERE id = $1 FOR SHARE)
   DELETE FROM sessions s USING person p
    WHERE s.user_id = p.id AND s.id = $2 AND s.ends_at > clock_timestamp() RETURNING s.id`,
);

const END_OTHERS = namedQuery('sessions_end_others', 'DELETE FROM sessions WHERE user_id = $1 AND id <> $2');

// Access that the identity provider gives needs a session that began there.
const ACCOUNTS = namedQuery(
  'memberships_of_user',
  `SELECT a.id, a.name, m.role FROM memberships m JOIN accounts a ON a.id = m.account_id
    WHERE m.user_id = $1 AND (NOT m.by_provider OR $3 OR a.id = $2) ORDER BY m.created_at, a.id LIMIT 200`,
);

const IS_MEMBER = namedQuery(
  'memberships_exists',
  `SELECT 1 AS found FROM memberships
    WHERE account_id = $1 AND user_id = $2 AND (NOT by_provider OR $3) FOR KEY SHARE`,
);

interface SessionRow {
  readonly id: string;
  readonly accountName: string;
  readonly seenAt: Date;
  readonly endsAt: Date;
  readonly address: string;
  readonly browser: string | null;
}

interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface NextSession {
  readonly accountId: string;
  readonly confirmedAt?: Date;
}

export interface OwnAccessDependencies {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'open' | 'endAll' | 'forget' | 'idleMs'>;
  readonly attempts: SignInAttempts;
  readonly factor: Pick<SecondFactor, 'use'>;
  readonly options: SignInOptions;
  readonly audit: AuditLog;
}

/** What people change about their own access: password, sessions, and the account of the session. */
export class OwnAccess {
  constructor(private readonly deps: OwnAccessDependencies) {}

  /**
   * Sets a new password, ends all sessions and begins one. A session that began at the identity provider is followed by one that
   * ends at the same time and is not confirmed anew. Throws `wrong_credentials`, `rate_limited` and `provider_required`.
   */
  async changePassword(
    current: AuthenticatedSession,
    { currentPassword, newPassword }: ConsoleSchemas['ChangePassword'],
    origin: SignInOrigin,
  ): Promise<NewSession> {
    const { database, sessions, attempts, options, audit } = this.deps;
    const { user, account, identityProvider, endsAt, confirmedAt } = current;
    requirePasswords(options);
    const [row] = await database.forAuthentication().run<{ passwordHash: string | null }>(PASSWORD, [user.id]);
    const passwordHash = row?.passwordHash ?? null;
    const { address } = origin;
    await attempts.attempt(user.email, address, () => verifyPassword(currentPassword, passwordHash, address));
    const changed = await hashPassword(newPassword, address);
    const session = await database.transaction(async (transaction) => {
      const updated = await transaction.run(CHANGE_PASSWORD, [user.id, passwordHash, changed]);
      if (updated.length === 0) throw new DomainError('wrong_credentials', 'The password has changed meanwhile.');
      sessions.endAll(transaction, user.id);
      await recordOwn(audit, transaction, personOf(current, origin), { action: 'member.password_changed' });
      const owner = { accountId: account.id, userId: user.id };
      const kept = identityProvider === null ? {} : { byProvider: true, endsAt, confirmedAt };
      return sessions.open(transaction, { ...owner, ...kept }, origin);
    });
    sessions.forget(user.id);
    return session;
  }

  /** The person's sessions in all accounts, newest first. */
  async listSessions({ id, user }: AuthenticatedSession): Promise<ConsoleSchemas['OwnSessionList']> {
    const { database, sessions } = this.deps;
    const rows = await database.forAuthentication().run<SessionRow>(LIST, [user.id, sessions.idleMs]);
    return { data: rows.map((row) => presentSession(row, id)) };
  }

  /** Ends one of the person's sessions. Throws `not_found`. */
  async endSession({ user }: AuthenticatedSession, publicId: string): Promise<void> {
    const { database, sessions } = this.deps;
    const id = fromPublicId('ses', publicId) ?? null;
    const ended = await database.forAuthentication().run(END, [user.id, id]);
    if (ended.length === 0) throw new DomainError('not_found', `You have no session ${publicId}.`);
    sessions.forget(user.id);
  }

  /** Ends the person's other sessions. */
  async endOtherSessions({ id, user }: AuthenticatedSession): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      lockSessionsOf(transaction, user.id);
      await transaction.run(END_OTHERS, [user.id, id]);
    });
    this.deps.sessions.forget(user.id);
  }

  /** The accounts that the person can switch to, and that of the session. */
  async listAccounts({
    user,
    account,
    identityProvider,
  }: AuthenticatedSession): Promise<ConsoleSchemas['OwnAccountList']> {
    const values = [user.id, account.id, identityProvider !== null];
    const rows = await this.deps.database.forAuthentication().run<AccountRow>(ACCOUNTS, values);
    return {
      data: rows.map(({ id, name, role }) => ({
        id: toPublicId('acct', id),
        name,
        role,
        isCurrent: id === account.id,
      })),
    };
  }

  /**
   * Ends the session, and begins one that counts as confirmed, until the same time. Throws `wrong_credentials`,
   * `rate_limited`, and `provider_required` for a session that began at the identity provider, and for a password if the
   * configuration refuses them.
   */
  async confirm(
    current: AuthenticatedSession,
    { password = '', code }: ConsoleSchemas['ConfirmSession'],
    origin: SignInOrigin,
  ): Promise<NewSession> {
    const { database, attempts, factor, options } = this.deps;
    const { id, email } = current.user;
    if (current.identityProvider !== null) throw confirmedElsewhere(current.identityProvider);
    if (code !== undefined) {
      await attempts.attemptCode(id, email, origin.address, () => factor.use(personOf(current, origin), code));
    } else {
      requirePasswords(options);
      const [row] = await database.forAuthentication().run<{ passwordHash: string | null }>(PASSWORD, [id]);
      const { address } = origin;
      await attempts.attempt(email, address, () => verifyPassword(password, row?.passwordHash ?? null, address));
    }
    return this.replace(current, origin, () => Promise.resolve({ accountId: current.account.id }));
  }

  /** The same once the identity provider has confirmed who is at the browser. Undefined if the session has ended. */
  replaceConfirmed(
    transaction: Transaction,
    current: AuthenticatedSession,
    confirmedAt: Date,
    origin: SignInOrigin,
  ): Promise<NewSession | undefined> {
    return this.replaceIn(transaction, current, { accountId: current.account.id, confirmedAt }, origin);
  }

  /** Ends the session, and begins one in another account until the same time. Throws `not_found`. */
  switchAccount(current: AuthenticatedSession, publicId: string, origin: SignInOrigin): Promise<NewSession> {
    const accountId = fromPublicId('acct', publicId) ?? null;
    const { confirmedAt, identityProvider } = current;
    return this.replace(current, origin, async (transaction) => {
      const [member] = await transaction.run(IS_MEMBER, [accountId, current.user.id, identityProvider !== null]);
      if (member !== undefined && accountId !== null) return { accountId, confirmedAt };
      throw new DomainError('not_found', `You do not belong to an account ${publicId}.`);
    });
  }

  /** Ends a session, and begins another one of the person until the same time. */
  private async replace(
    current: AuthenticatedSession,
    origin: SignInOrigin,
    next: (transaction: Transaction) => Promise<NextSession>,
  ): Promise<NewSession> {
    const { database, sessions } = this.deps;
    const session = await database.transaction(async (transaction) => {
      const begun = await this.replaceIn(transaction, current, await next(transaction), origin);
      if (begun === undefined) throw new DomainError('unauthorized', 'Sign in to the console.');
      return begun;
    });
    sessions.forget(current.user.id);
    return session;
  }

  /** Undefined if it has ended, which a request that came at the same time must not undo. */
  private async replaceIn(
    transaction: Transaction,
    { id, user, endsAt, identityProvider }: AuthenticatedSession,
    next: NextSession,
    origin: SignInOrigin,
  ): Promise<NewSession | undefined> {
    const [ended] = await transaction.run(END, [user.id, id]);
    if (ended === undefined) return undefined;
    const byProvider = identityProvider !== null;
    return this.deps.sessions.open(transaction, { ...next, userId: user.id, endsAt, byProvider }, origin);
  }
}

function presentSession(
  { id, accountName, seenAt, endsAt, address, browser }: SessionRow,
  current: string,
): ConsoleSchemas['OwnSession'] {
  return {
    id: toPublicId('ses', id),
    accountName,
    startedAt: idTime(id).toISOString(),
    lastUsedAt: seenAt.toISOString(),
    expiresAt: endsAt.toISOString(),
    address,
    browser,
    isCurrent: id === current,
  };
}

function confirmedElsewhere(provider: string): DomainError {
  return new DomainError('provider_required', `You signed in at ${provider}. Confirm there that it is you.`);
}
