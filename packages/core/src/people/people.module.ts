import { Module } from '@nestjs/common';
import { backgroundTask, TASK_BATCH } from '../platform/background/background-task.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { IdSource } from '../platform/ids.js';
import { RateLimiter } from '../platform/limits/rate-limiter.js';
import { LOGGER } from '../platform/tokens.js';
import { concept } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { AuditLog } from '../security/audit-log.js';
import { SecurityModule } from '../security/security.module.js';
import { EndedSessions } from './ended-sessions.js';
import { Invitations } from './invitations.js';
import { OwnAccess } from './own-access.js';
import { OwnTotp } from './second-factor/own-totp.js';
import { IdentityProvider } from './provider/identity-provider.js';
import { PendingSignIns } from './provider/pending-sign-ins.js';
import { ProvidedAccess } from './provider/provided-access.js';
import { ProvidedPeople } from './provider/provided-people.js';
import { providerSettings, signInOptions } from './provider/provider-settings.js';
import { ProviderSignIn } from './provider/provider-sign-in.js';
import { SecondFactor } from './second-factor/second-factor.js';
import { SecretTokens } from './secret-tokens.js';
import { Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInLinks } from './sign-in-links.js';
import { Team } from './team.js';

const HOURLY_MS = 3_600_000;

const tokens = (purpose: ConstructorParameters<typeof SecretTokens>[2]) =>
  setting(({ API_KEY_PEPPER, CELL }: Config) => new SecretTokens(API_KEY_PEPPER, CELL, purpose));

const options = setting(signInOptions);

/** The name of the identity provider; null without one. */
const providerName = setting((config: Config) => signInOptions(config).identityProvider);

/** The people of the console: who they are, how they sign in, and what they may do. */
@Module(
  concept(
    [
      provide(Sessions, {
        database: Database,
        ids: IdSource,
        tokens: tokens('console session'),
        idleMs: setting(({ CONSOLE_SESSION_IDLE }) => CONSOLE_SESSION_IDLE),
        maxMs: setting(({ CONSOLE_SESSION_MAX }) => CONSOLE_SESSION_MAX),
        retentionDays: setting(({ EVENT_RETENTION_DAYS }) => EVENT_RETENTION_DAYS),
        providerName,
      }),
      provide(SignInAttempts, [RateLimiter]),
      provide(SecondFactor, [Database, setting(({ MASTER_KEY }) => MASTER_KEY), tokens('recovery code'), AuditLog]),
      provide(SignIn, {
        database: Database,
        sessions: Sessions,
        attempts: SignInAttempts,
        factor: SecondFactor,
        options,
      }),
      provide(OwnTotp, {
        database: Database,
        factor: SecondFactor,
        attempts: SignInAttempts,
        sessions: Sessions,
        audit: AuditLog,
        options,
      }),
      provide(SignInLinks, {
        database: Database,
        ids: IdSource,
        tokens: tokens('sign-in link'),
        sessions: Sessions,
        attempts: SignInAttempts,
        factor: SecondFactor,
        options,
        audit: AuditLog,
      }),
      provide(OwnAccess, {
        database: Database,
        sessions: Sessions,
        attempts: SignInAttempts,
        factor: SecondFactor,
        options,
        audit: AuditLog,
      }),
      provide(IdentityProvider, [setting(providerSettings), LOGGER]),
      provide(PendingSignIns, [tokens('provider sign-in')]),
      provide(ProvidedPeople, {
        ids: IdSource,
        factor: SecondFactor,
        sessions: Sessions,
        audit: AuditLog,
        trustsEmail: setting(({ CONSOLE_OIDC_TRUST_EMAIL }: Config) => CONSOLE_OIDC_TRUST_EMAIL),
        provider: IdentityProvider,
      }),
      provide(ProvidedAccess, [AuditLog, setting(({ CONSOLE_OIDC_ROLES }) => CONSOLE_OIDC_ROLES)]),
      provide(ProviderSignIn, {
        database: Database,
        provider: IdentityProvider,
        pending: PendingSignIns,
        people: ProvidedPeople,
        access: ProvidedAccess,
        sessions: Sessions,
        own: OwnAccess,
        attempts: SignInAttempts,
      }),
      provide(Team, { database: Database, audit: AuditLog, sessions: Sessions }),
      provide(Invitations, {
        database: Database,
        ids: IdSource,
        tokens: tokens('sign-in link'),
        audit: AuditLog,
        options,
      }),
      provide(EndedSessions, [Database]),
      backgroundTask(EndedSessions, {
        name: 'ended sessions',
        everyMs: HOURLY_MS,
        run: async (ended) => (await ended.prune(TASK_BATCH)) >= TASK_BATCH,
      }),
    ],
    [SecurityModule],
  ),
)
export class PeopleModule {}
