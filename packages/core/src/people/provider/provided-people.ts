import type { Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { type IdSource, toPublicId } from '../../platform/ids.js';
import { normalizeEmail } from '../../platform/normalize-email.js';
import type { AuditLog } from '../../security/audit-log.js';
import type { SecondFactor } from '../second-factor/second-factor.js';
import type { Sessions } from '../sessions.js';
import type { IdentityProvider, ProvidedPerson } from './identity-provider.js';

// Sign-ins of one person come one after the other.
const FIND = namedQuery(
  'identities_find',
  'SELECT user_id AS "userId" FROM identities WHERE issuer = $1 AND subject = $2 FOR UPDATE',
);

// With whether the person is known at the provider under another subject.
const BY_EMAIL = namedQuery(
  'identities_by_email',
  `SELECT u.id AS "userId", EXISTS (SELECT FROM identities i WHERE i.user_id = u.id AND i.issuer = $2) AS "isTaken"
     FROM users u WHERE u.email_normalized = $1`,
);

const CREATE = namedQuery(
  'users_create_provided',
  `INSERT INTO users (id, name, email, email_normalized) VALUES ($1, $2, $3, $4)
   ON CONFLICT (email_normalized) DO NOTHING RETURNING id`,
);

const LINK = namedQuery(
  'identities_link',
  'INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id',
);

const RENAME = namedQuery('users_rename', 'UPDATE users SET name = $2 WHERE id = $1 AND name <> $2');

const DROP_PASSWORD = namedQuery('users_drop_password', 'UPDATE users SET password_hash = NULL WHERE id = $1');

const ENVIRONMENTS = namedQuery(
  'memberships_live_environments',
  `SELECT e.id AS "environmentId" FROM memberships m JOIN environments e ON e.account_id = m.account_id
    WHERE m.user_id = $1 AND e.mode = 'live' ORDER BY e.id`,
);

export interface ProvidedPeopleDependencies {
  readonly ids: Pick<IdSource, 'one'>;
  readonly factor: Pick<SecondFactor, 'remove'>;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly audit: AuditLog;
  /** Whether an address of a new person counts if the provider does not say that it is verified. */
  readonly trustsEmail: boolean;
  readonly provider: Pick<IdentityProvider, 'name'>;
}

/** The people that an identity provider knows: by issuer and subject, and the first time by a verified e-mail address. */
export class ProvidedPeople {
  constructor(private readonly deps: ProvidedPeopleDependencies) {}

  /** The id of a person who has signed in at the provider before. */
  async find(transaction: Transaction, { issuer, subject }: ProvidedPerson): Promise<string | undefined> {
    const [found] = await transaction.run<{ userId: string }>(FIND, [issuer, subject]);
    return found?.userId;
  }

  /** Takes the name that the provider gives, if it gives one. */
  rename(transaction: Transaction, userId: string, { name }: ProvidedPerson): void {
    if (name !== undefined) transaction.queue(RENAME, [userId, name]);
  }

  /**
   * Links the person with the e-mail address, or a new one, to the identity. Returns their id. Throws `provider_email_refused`,
   * and `unavailable` if it happens twice at once. Call `Sessions.forget` after the transaction.
   */
  async add(transaction: Transaction, person: ProvidedPerson, requestId: string): Promise<string> {
    const { issuer, subject, name, email, isEmailVerified } = person;
    const { name: provider } = this.deps.provider;
    if (email === undefined) throw refused(`${provider} gives no e-mail address for you.`);
    if (isEmailVerified === false) throw refused(`${provider} has not verified your e-mail address.`);
    const values = [normalizeEmail(email), issuer];
    const [found] = await transaction.run<{ userId: string; isTaken: boolean }>(BY_EMAIL, values);
    if (isEmailVerified === undefined && (found !== undefined || !this.deps.trustsEmail)) {
      throw refused(`${provider} does not say that your e-mail address is verified.`);
    }
    if (found?.isTaken === true) {
      throw refused(`The person with your e-mail address has another account at ${provider}.`);
    }
    const shown = name ?? email.slice(0, 100);
    const userId = found?.userId ?? (await this.create(transaction, shown, email));
    const linked = await transaction.run(LINK, [issuer, subject, userId]);
    if (linked.length === 0) throw atOnce();
    if (found !== undefined) await this.takeOver(transaction, userId, shown, requestId);
    return userId;
  }

  /** Nobody has verified the e-mail address before: name, password, app and sessions may be those of somebody else. */
  private async takeOver(transaction: Transaction, userId: string, name: string, requestId: string): Promise<void> {
    const { factor, sessions, audit } = this.deps;
    transaction.queue(RENAME, [userId, name]);
    transaction.queue(DROP_PASSWORD, [userId]);
    await factor.remove(transaction, userId);
    sessions.endAll(transaction, userId);
    const environments = await transaction.run<{ environmentId: number }>(ENVIRONMENTS, [userId]);
    for (const { environmentId } of environments) {
      const caller = { environmentId, requestId, actor: { kind: 'identity_provider' } } as const;
      const objectId = toPublicId('usr', userId);
      await audit.record(transaction, caller, { action: 'member.identity_linked', objectId });
    }
  }

  private async create(transaction: Transaction, name: string, email: string): Promise<string> {
    const id = await this.deps.ids.one();
    const created = await transaction.run(CREATE, [id, name, email, normalizeEmail(email)]);
    if (created.length === 0) throw atOnce();
    return id;
  }
}

function refused(detail: string): DomainError {
  return new DomainError('provider_email_refused', detail);
}

function atOnce(): DomainError {
  return new DomainError('unavailable', 'You have signed in twice at the same time. Try again.');
}
