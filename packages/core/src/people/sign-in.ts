import type { ConsoleSchemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { verifyPassword } from './passwords.js';
import type { NewSession, Sessions, SignInOrigin } from './sessions.js';
import type { SignInAttempts } from './sign-in-attempts.js';

// The account that the person joined first.
const BY_EMAIL = namedQuery(
  'users_sign_in',
  `SELECT u.id AS "userId", u.password_hash AS "passwordHash", m.account_id AS "accountId"
     FROM users u JOIN memberships m ON m.user_id = u.id
    WHERE u.email_normalized = $1 ORDER BY m.created_at, m.account_id LIMIT 1`,
);

interface UserRow {
  readonly userId: string;
  readonly passwordHash: string | null;
  readonly accountId: string;
}

export interface SignInDependencies {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly attempts: SignInAttempts;
}

/** Signs people in with e-mail address and password. */
export class SignIn {
  constructor(private readonly deps: SignInDependencies) {}

  /** Begins a session. Throws `rate_limited`, and `wrong_credentials` after the same time for an unknown address. */
  async signIn({ email, password }: ConsoleSchemas['SignIn'], origin: SignInOrigin): Promise<NewSession> {
    const { database, attempts, sessions } = this.deps;
    const runner = database.forAuthentication();
    const [user] = await runner.run<UserRow>(BY_EMAIL, [normalizeEmail(email)]);
    await attempts.attempt(email, origin.address, () => verifyPassword(password, user?.passwordHash ?? null));
    if (user === undefined) throw new Error('a person without an account had a password');
    return database.transaction((transaction) => sessions.open(transaction, user, origin));
  }
}
