import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { IdSource } from '../platform/ids.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import type { AuditLog } from '../security/audit-log.js';
import { lockMembers } from './member-changes.js';
import { dropLinksTo } from './open-links.js';
import { recordOwn } from './own-actions.js';
import { hashPassword, verifyPassword } from './passwords.js';
import type { Role } from './roles.js';
import type { SecretTokens } from './secret-tokens.js';
import type { NewSession, Sessions, SignInOrigin } from './sessions.js';
import type { SecondFactor } from './second-factor/second-factor.js';
import { requireCode, requirePasswords, requireSamePassword, type SignInOptions } from './sign-in.js';
import type { SignInAttempts } from './sign-in-attempts.js';

const READ = `SELECT l.account_id AS "accountId", l.role, l.email, l.user_id AS "userId", l.is_invitation AS "isInvitation",
                      l.expires_at AS "expiresAt",
                     l.used_at IS NOT NULL AS "isUsed", l.expires_at <= statement_timestamp() AS "isExpired",
                     a.name AS "accountName", u.name, u.email AS "userEmail", e.id AS "environmentId"
                FROM sign_in_links l JOIN accounts a ON a.id = l.account_id LEFT JOIN users u ON u.id = l.user_id
                     JOIN environments e ON e.account_id = a.id AND e.mode = 'live'
               WHERE l.hash = ANY($1::bytea[])`;
const FIND = namedQuery('sign_in_links_find', READ);
const LOCK = namedQuery('sign_in_links_lock', `${READ} FOR UPDATE OF l`);

const USE = namedQuery(
  'sign_in_links_use',
  'UPDATE sign_in_links SET used_at = statement_timestamp() WHERE hash = ANY($1::bytea[])',
);

const FIND_USER = namedQuery(
  'users_by_email',
  `SELECT u.id, u.password_hash AS "passwordHash",
          EXISTS (SELECT FROM totp_factors f WHERE f.id = u.id AND f.confirmed_at IS NOT NULL) AS "hasTotp"
     FROM users u WHERE u.email_normalized = $1`,
);

const INSERT_USER = namedQuery(
  'users_insert',
  `INSERT INTO users (id, name, email, email_normalized, password_hash) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (email_normalized) DO NOTHING RETURNING id`,
);

const SET_PASSWORD = namedQuery('users_set_password', 'UPDATE users SET password_hash = $2 WHERE id = $1');

const JOIN = namedQuery(
  'memberships_join',
  `INSERT INTO memberships (account_id, user_id, role) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, user_id) DO NOTHING RETURNING user_id`,
);

interface LinkRow {
  readonly accountId: string;
  readonly role: Role;
  readonly email: string | null;
  readonly userId: string | null;
  readonly isInvitation: boolean;
  readonly expiresAt: Date;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  readonly accountName: string;
  readonly name: string | null;
  readonly userEmail: string | null;
  /** The live one of the account. */
  readonly environmentId: number;
}

interface UserRow {
  readonly id: string;
  readonly passwordHash: string | null;
  readonly hasTotp: boolean;
}

type Redemption = ConsoleSchemas['RedeemSignInLink'];

export interface SignInLinksDependencies {
  readonly database: Database;
  readonly ids: Pick<IdSource, 'one'>;
  readonly tokens: SecretTokens;
  readonly sessions: Pick<Sessions, 'open' | 'endAll' | 'forget'>;
  readonly attempts: SignInAttempts;
  readonly factor: Pick<SecondFactor, 'use'>;
  readonly options: SignInOptions;
  readonly audit: AuditLog;
}

/** Links that work once and for ten minutes. They let a person join an account, or sign in a member. */
export class SignInLinks {
  constructor(private readonly deps: SignInLinksDependencies) {}

  /** What a link is for. Throws `link_used` and `link_expired`. */
  async read(token: string): Promise<ConsoleSchemas['SignInLink']> {
    const [link] = await this.deps.database.forAuthentication().run<LinkRow>(FIND, [this.deps.tokens.hashes(token)]);
    const { accountName, role, email, userId, name, userEmail, expiresAt } = requireUsable(link);
    return {
      purpose: userId === null ? 'join' : 'sign_in',
      accountName,
      role,
      email: userEmail ?? email,
      name,
      expiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * Uses a link and begins a session. A member signs in without a code of their authenticator app, and may set a new
   * password: the operator has made the link. Throws `link_used`, `link_expired`, `validation_failed`, and, if a person with
   * the address exists, `wrong_credentials`, `second_factor_required` and `provider_required`; the link then stays unused.
   */
  async redeem({ token, ...person }: Redemption, origin: SignInOrigin): Promise<NewSession> {
    const { sessions, audit } = this.deps;
    const { address, requestId } = origin;
    const hashes = this.deps.tokens.hashes(token);
    const [found] = await this.deps.database.forAuthentication().run<LinkRow>(FIND, [hashes]);
    const link = requireUsable(found);
    if (link.isInvitation || person.password !== undefined) requirePasswords(this.deps.options);
    // Before the transaction, since a hash takes longer than a lock should be held.
    const joining = link.userId === null ? await this.identify(link, person, origin) : undefined;
    const newPassword = link.userId === null ? undefined : person.password;
    const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword, address);
    const session = await this.deps.database.transaction(async (transaction) => {
      if (joining !== undefined) {
        // Before the account, as sign-ins at the identity provider lock them.
        await this.holdPerson(transaction, joining);
        await lockMembers(transaction, link.accountId);
      }
      const [locked] = await transaction.run<LinkRow>(LOCK, [hashes]);
      const { accountId, role, userId, environmentId } = requireUsable(locked);
      transaction.queue(USE, [hashes]);
      const member = userId ?? (await this.join(transaction, { accountId, role, joining, environmentId, requestId }));
      const acting = { userId: member, environmentId, requestId };
      if (userId !== null) await recordOwn(audit, transaction, acting, { action: 'member.signed_in_by_link' });
      if (passwordHash !== undefined) {
        transaction.queue(SET_PASSWORD, [member, passwordHash]);
        // Of somebody who knew the old password, too.
        sessions.endAll(transaction, member);
        await recordOwn(audit, transaction, acting, { action: 'member.password_reset' });
      }
      return sessions.open(transaction, { accountId, userId: member }, origin);
    });
    if (link.userId !== null) sessions.forget(link.userId);
    return session;
  }

  /** Locks the person, or creates a new one. */
  private async holdPerson(transaction: Transaction, { id, created, passwordHash }: Joining): Promise<void> {
    if (created === undefined) return requireSamePassword(transaction, id, passwordHash);
    const inserted = await transaction.run(INSERT_USER, [id, ...created, passwordHash]);
    if (inserted.length === 0) throw atOnce();
  }

  /** Adds the person to the account, and an entry to its audit log. Returns their id. */
  private async join(transaction: Transaction, { accountId, role, joining, ...where }: Join): Promise<string> {
    if (joining === undefined) throw new Error('a link changed its purpose');
    const { id: userId } = joining;
    const joined = await transaction.run(JOIN, [accountId, userId, role]);
    if (joined.length === 0) throw isMember();
    await dropLinksTo(transaction, accountId, joining.email);
    const roleChange = { before: null, after: role };
    await recordOwn(this.deps.audit, transaction, { ...where, userId }, { action: 'member.joined', roleChange });
    return userId;
  }

  /** The person who joins: an existing one with the right password, or a new one. */
  private async identify(
    link: LinkRow,
    person: Omit<Redemption, 'token'>,
    { address, requestId }: SignInOrigin,
  ): Promise<Joining> {
    const { name, email, password } = requireComplete(person, this.deps.options);
    const emailNormalized = normalizeEmail(email);
    if (link.email !== null && normalizeEmail(link.email) !== emailNormalized) throw anotherEmail();
    const [user] = await this.deps.database.forAuthentication().run<UserRow>(FIND_USER, [emailNormalized]);
    if (user !== undefined) {
      requirePasswords(this.deps.options);
      await this.deps.attempts.attempt(email, address, () =>
        verifyPassword(password ?? '', user.passwordHash, address),
      );
      if (user.hasTotp) {
        const code = requireCode(person.code);
        const acting = { userId: user.id, environmentId: link.environmentId, requestId };
        await this.deps.attempts.attemptCode(user.id, email, address, () => this.deps.factor.use(acting, code));
      }
      return { id: user.id, email, passwordHash: user.passwordHash };
    }
    const passwordHash = password === undefined ? null : await hashPassword(password, address);
    return { id: await this.deps.ids.one(), email, created: [name, email, emailNormalized], passwordHash };
  }
}

interface Join {
  readonly accountId: string;
  readonly role: Role;
  readonly joining: Joining | undefined;
  readonly environmentId: number;
  readonly requestId: string;
}

interface Joining {
  readonly id: string;
  readonly email: string;
  /** Of an existing person, as it was checked. */
  readonly passwordHash: string | null;
  /** Name and e-mail addresses of a new person. */
  readonly created?: readonly string[];
}

function requireUsable(link: LinkRow | undefined): LinkRow {
  if (link?.isUsed === true) throw new DomainError('link_used', 'This link was used already. Each link works once.');
  if (link === undefined || link.isExpired) {
    throw new DomainError('link_expired', 'This link has expired. Ask for a new one.');
  }
  return link;
}

/** A new person needs no password if the configuration refuses them: links of the operator sign them in. */
function requireComplete(
  { name, email, password }: Omit<Redemption, 'token'>,
  options: SignInOptions,
): { name: string; email: string; password: string | undefined } {
  const isComplete = password !== undefined || !options.password;
  if (name !== undefined && email !== undefined && isComplete) return { name, email, password };
  const needed = options.password ? { name, email, password } : { name, email };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  const errors = missing.map(([field]) => ({
    pointer: `/${field}`,
    code: 'required' as const,
    detail: 'is required to join an account',
  }));
  throw validationFailed('The body is missing fields.', ...errors);
}

function atOnce(): DomainError {
  return new DomainError('unavailable', 'Somebody joined with this e-mail address at the same time. Try again.');
}

export function isMember(): DomainError {
  return validationFailed('This person is a member of the account already.', {
    pointer: '/email',
    code: 'duplicate',
    detail: 'is the address of a member',
  });
}

function anotherEmail(): DomainError {
  return validationFailed('The link is for another e-mail address.', {
    pointer: '/email',
    code: 'invalid_format',
    detail: 'must be the address of the link',
  });
}
