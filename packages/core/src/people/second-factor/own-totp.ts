import type { ConsoleSchemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { fromPublicId } from '../../platform/ids.js';
import type { AuditLog } from '../../security/audit-log.js';
import type { Caller, RequestOrigin } from '../../security/caller.js';
import { recordOwn, personOf } from '../own-actions.js';
import { verifyPassword } from '../passwords.js';
import type { SecondFactor } from './second-factor.js';
import type { AuthenticatedSession, Sessions } from '../sessions.js';
import { requirePasswords, type SignInOptions } from '../sign-in.js';
import type { SignInAttempts } from '../sign-in-attempts.js';

const PASSWORD = namedQuery('totp_users_password', 'SELECT password_hash AS "passwordHash" FROM users WHERE id = $1');

const MEMBER = namedQuery(
  'totp_memberships',
  `SELECT (SELECT count(*)::int FROM memberships o WHERE o.user_id = m.user_id) AS accounts
     FROM memberships m WHERE m.account_id = $1 AND m.user_id = $2 FOR UPDATE`,
);

const ISSUER = 'Svc Payments';

export interface OwnTotpDependencies {
  readonly database: Database;
  readonly factor: SecondFactor;
  readonly attempts: SignInAttempts;
  readonly sessions: Pick<Sessions, 'endAll' | 'forget'>;
  readonly audit: AuditLog;
  readonly options: SignInOptions;
}

/** How people set up and remove their authenticator app, and how an owner resets that of a member. */
export class OwnTotp {
  constructor(private readonly deps: OwnTotpDependencies) {}

  read({ user }: AuthenticatedSession): Promise<ConsoleSchemas['Totp']> {
    return this.deps.factor.state(user.id);
  }

  /** Creates a secret, which counts once a code has confirmed it. Throws `wrong_credentials`, `state_conflict` and `provider_required`. */
  async setUp(
    { user }: AuthenticatedSession,
    { password }: ConsoleSchemas['SetUpTotp'],
    { address }: RequestOrigin,
  ): Promise<ConsoleSchemas['TotpSecret']> {
    const { database, attempts, factor, options } = this.deps;
    requirePasswords(options);
    const [row] = await database.forAuthentication().run<{ passwordHash: string | null }>(PASSWORD, [user.id]);
    await attempts.attempt(user.email, address, () => verifyPassword(password, row?.passwordHash ?? null, address));
    const secret = await factor.setUp(user.id);
    if (secret === undefined) {
      throw new DomainError('state_conflict', 'You have an authenticator app already. Remove it first.');
    }
    const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(user.email)}`;
    return { secret, url: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}` };
  }

  /** Makes the secret count. Returns the recovery codes. Throws `wrong_credentials` and `state_conflict`. */
  async confirm(
    session: AuthenticatedSession,
    { code }: ConsoleSchemas['TotpCode'],
    origin: RequestOrigin,
  ): Promise<ConsoleSchemas['RecoveryCodes']> {
    const { database, attempts, factor, audit } = this.deps;
    const { id, email } = session.user;
    const checked = await attempts.attemptCode(id, email, origin.address, () => factor.check(id, code));
    return database.transaction(async (transaction) => {
      const recoveryCodes = await factor.confirm(transaction, id, checked);
      if (recoveryCodes === undefined) {
        throw new DomainError('state_conflict', 'The secret was replaced or confirmed meanwhile. Begin again.');
      }
      await recordOwn(audit, transaction, personOf(session, origin), { action: 'member.totp_enabled' });
      return { recoveryCodes };
    });
  }

  /** Removes the app and the recovery codes. Throws `wrong_credentials` and `state_conflict`. */
  async remove(
    session: AuthenticatedSession,
    { code }: ConsoleSchemas['TotpCode'],
    origin: RequestOrigin,
  ): Promise<void> {
    const { database, attempts, factor, audit } = this.deps;
    const { id, email } = session.user;
    const person = personOf(session, origin);
    await attempts.attemptCode(id, email, origin.address, () => factor.use(person, code));
    await database.transaction(async (transaction) => {
      if (!(await factor.remove(transaction, id))) throw hasNone('You have');
      await recordOwn(audit, transaction, person, { action: 'member.totp_removed' });
    });
  }

  /** Removes the app of another member, and ends their sessions. Throws `not_found` and `state_conflict`. */
  async reset(caller: Caller, publicId: string): Promise<void> {
    const { database, factor, sessions, audit } = this.deps;
    const userId = fromPublicId('usr', publicId) ?? '0';
    if (caller.actor.kind === 'member' && caller.actor.userId === userId) {
      throw new DomainError('state_conflict', 'To remove your own authenticator app, enter a code from it.');
    }
    await database.transaction(async (transaction) => {
      const [member] = await transaction.run<{ accounts: number }>(MEMBER, [caller.accountId, userId]);
      if (member === undefined) throw new DomainError('not_found', `The account has no member ${publicId}.`);
      if (member.accounts > 1) {
        const detail = 'This person also belongs to another account. The operator can reset the app.';
        throw new DomainError('state_conflict', detail);
      }
      if (!(await factor.remove(transaction, userId))) throw hasNone('The member has');
      sessions.endAll(transaction, userId);
      await audit.record(transaction, caller, { action: 'member.totp_reset', objectId: publicId });
    });
    sessions.forget(userId);
  }
}

function hasNone(who: string): DomainError {
  return new DomainError('state_conflict', `${who} no authenticator app.`);
}
