import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { verifyPassword } from './passwords.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { SecondFactor } from './second-factor/second-factor.js';
import type { NewSession, Sessions, SignInOrigin } from './sessions.js';
import type { SignInAttempts } from './sign-in-attempts.js';

// The account that the person joined first. Access that the identity provider gives needs a sign-in there: it may have been blocked.
const BY_EMAIL = namedQuery(
  'users_sign_in',
  `SELECT u.id AS "userId", u.password_hash AS "passwordHash", m.account_id AS "accountId",
          EXISTS (SELECT FROM totp_factors f WHERE f.id = u.id AND f.confirmed_at IS NOT NULL) AS "hasTotp",
          e.id AS "environmentId"
     FROM users u JOIN memberships m ON m.user_id = u.id AND NOT m.by_provider
     JOIN environments e ON e.account_id = m.account_id AND e.mode = 'live'
    WHERE u.email_normalized = $1 ORDER BY m.created_at, m.account_id LIMIT 1`,
);

// A password that is changed meanwhile ends the sessions that the old one began: this one must be among them, or not begin.
const STILL_HAS_PASSWORD = namedQuery(
  'users_still_has_password',
  'SELECT 1 AS found FROM users WHERE id = $1 AND password_hash = $2 FOR SHARE',
);

interface UserRow {
  readonly userId: string;
  readonly passwordHash: string | null;
  readonly accountId: string;
  readonly hasTotp: boolean;
  /** The live one of the account. */
  readonly environmentId: number;
}

export type SignInOptions = ConsoleSchemas['SignInOptions'];

export interface SignInDependencies {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly attempts: SignInAttempts;
  readonly factor: SecondFactor;
  readonly options: SignInOptions;
}

/** Signs people in with e-mail address and password. */
export class SignIn {
  constructor(private readonly deps: SignInDependencies) {}

  /**
   * Begins a session. Throws `provider_required`, `rate_limited`, `wrong_credentials` after the same time for an unknown address, and
   * `second_factor_required` after the right password without the code of an authenticator app.
   */
  async signIn({ email, password, code }: ConsoleSchemas['SignIn'], origin: SignInOrigin): Promise<NewSession> {
    const { database, attempts, sessions, factor, options } = this.deps;
    requirePasswords(options);
    const runner = database.forAuthentication();
    const [user] = await runner.run<UserRow>(BY_EMAIL, [normalizeEmail(email)]);
    const { address, requestId } = origin;
    await attempts.attempt(email, address, () => verifyPassword(password, user?.passwordHash ?? null, address));
    if (user === undefined) throw new Error('a person without an account had a password');
    if (user.hasTotp) {
      const { userId, environmentId } = user;
      const given = requireCode(code);
      await attempts.attemptCode(userId, email, address, () => factor.use({ userId, environmentId, requestId }, given));
    }
    return database.transaction(async (transaction) => {
      await requireSamePassword(transaction, user.userId, user.passwordHash);
      return sessions.open(transaction, user, origin);
    });
  }
}

/** Throws `provider_required` if the configuration refuses passwords. */
export function requirePasswords({ password, identityProvider }: SignInOptions): void {
  if (password) return;
  const detail = `Sign in with ${identityProvider ?? 'a one-time link'}. Passwords are turned off here.`;
  throw new DomainError('provider_required', detail);
}

/** Throws `wrong_credentials` if the password that was checked before the transaction has changed since. */
export async function requireSamePassword(
  transaction: Transaction,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  const [same] = await transaction.run(STILL_HAS_PASSWORD, [userId, passwordHash]);
  if (same === undefined) throw new DomainError('wrong_credentials', 'The password has changed meanwhile.');
}

/** The code of a person who has given the right password. */
export function requireCode(code: string | undefined): string {
  if (code !== undefined) return code;
  throw new DomainError('second_factor_required', 'Enter a code of your authenticator app.');
}
