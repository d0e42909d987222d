import type { ConsoleSchemas } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { OwnAccess } from '../own-access.js';
import type { SignInAttempts } from '../sign-in-attempts.js';
import type { AuthenticatedSession, NewSession, Sessions, SignInOrigin } from '../sessions.js';
import type { IdentityProvider, ProvidedPerson } from './identity-provider.js';
import type { Pending, PendingSignIns } from './pending-sign-ins.js';
import type { ProvidedAccess } from './provided-access.js';
import type { ProvidedPeople } from './provided-people.js';
import { expired } from './provider-refusals.js';

export interface ProviderSignInDependencies {
  readonly database: Database;
  readonly provider: IdentityProvider;
  readonly pending: PendingSignIns;
  readonly people: ProvidedPeople;
  readonly access: ProvidedAccess;
  readonly sessions: Pick<Sessions, 'authenticate' | 'open' | 'endAll' | 'forget'>;
  readonly own: Pick<OwnAccess, 'replaceConfirmed'>;
  readonly attempts: Pick<SignInAttempts, 'attemptFrom'>;
}

/** The provider may have signed the person in without asking for a password: that confirms nothing. */
const NEVER = new Date(0);

/** What the browser has when it comes back from the identity provider. */
export interface ProviderCallback {
  /** The address of the callback, without a query. */
  readonly redirectUri: string;
  /** The value of the cookie. */
  readonly cookie: string | undefined;
  /** The token of the browser's session. */
  readonly token: string | undefined;
}

export interface FinishedSignIn extends Pick<Pending, 'purpose' | 'to'> {
  readonly session: NewSession;
}

/** Signs people in at the identity provider, and confirms there who is at the browser. */
export class ProviderSignIn {
  constructor(private readonly deps: ProviderSignInDependencies) {}

  /** Starts a sign-in: the page of the provider, and the value of the cookie. Throws `not_found` and `provider_unavailable`. */
  async start(
    { purpose, to }: ConsoleSchemas['StartProviderSignIn'],
    redirectUri: string,
  ): Promise<{ readonly url: string; readonly cookie: string }> {
    const startedAt = Date.now();
    const started = await this.deps.provider.start(redirectUri, { asksAgain: purpose === 'confirm' });
    const { url, ...kept } = started;
    return { url, cookie: this.deps.pending.seal({ ...kept, purpose, to, startedAt }) };
  }

  /**
   * Exchanges the answer of the provider for a session. Throws `provider_request_expired`, `rate_limited`, `last_owner`,
   * `unauthorized` for a step-up without a session, and what the provider or its claims refuse.
   */
  async finish(
    { response }: ConsoleSchemas['FinishProviderSignIn'],
    callback: ProviderCallback,
    origin: SignInOrigin,
  ): Promise<FinishedSignIn> {
    this.deps.provider.requireConfigured();
    return this.deps.attempts.attemptFrom(origin.address, async () => {
      const pending = this.pendingOf(response, callback.cookie);
      const { purpose, to } = pending;
      const session =
        purpose === 'confirm'
          ? await this.confirm(response, pending, callback, origin)
          : await this.signIn(await this.personOf(response, pending, callback), origin);
      return { purpose, to, session };
    });
  }

  /** Without the right state, the answer belongs to another browser or another sign-in. */
  private pendingOf(response: string, cookie: string | undefined): Pending {
    if (cookie === undefined) throw expired();
    const pending = this.deps.pending.open(cookie, Date.now());
    if (pending === undefined) throw expired();
    if (new URLSearchParams(response).get('state') !== pending.state) throw expired();
    return pending;
  }

  private personOf(
    response: string,
    pending: Pending,
    { redirectUri }: ProviderCallback,
    maxAgeSeconds?: number,
  ): Promise<ProvidedPerson> {
    const callback = new URL(`${redirectUri}?${response}`);
    return this.deps.provider.finish({ callback, pending, ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }) });
  }

  private async confirm(
    response: string,
    pending: Pending,
    callback: ProviderCallback,
    origin: SignInOrigin,
  ): Promise<NewSession> {
    const current = await this.sessionOf(callback);
    const maxAgeSeconds = Math.ceil((Date.now() - pending.startedAt) / 1_000);
    const person = await this.personOf(response, pending, callback, maxAgeSeconds);
    const { database, people, provider, own } = this.deps;
    const userId = await database.transaction((transaction) => people.find(transaction, person));
    if (userId !== current.user.id) {
      throw new DomainError('provider_no_access', `You have signed in to ${provider.name} as another person.`);
    }
    return own.replaceConfirmed(current, origin);
  }

  private async sessionOf({ token }: ProviderCallback): Promise<AuthenticatedSession> {
    const current = token === undefined ? undefined : await this.deps.sessions.authenticate(token);
    if (current === undefined) throw new DomainError('unauthorized', 'Sign in to the console.');
    return current;
  }

  /** Applies the claims, and begins a session. Without access, claims that earlier sign-ins had are withdrawn. */
  private async signIn(person: ProvidedPerson, origin: SignInOrigin): Promise<NewSession> {
    const { database, people, access, sessions } = this.deps;
    const granted = access.granted(person.values);
    let known: string | undefined;
    let userId: string | undefined;
    const session = await database
      .transaction(async (transaction) => {
        known = await people.find(transaction, person);
        // Nothing is created for people without a role.
        if (known === undefined && granted.size === 0) return undefined;
        userId = known ?? (await people.add(transaction, person, origin.requestId));
        const accountId = await access.apply(transaction, userId, granted, origin.requestId);
        if (accountId !== undefined) {
          const confirmedAt = person.signedInAt ?? NEVER;
          return sessions.open(transaction, { accountId, userId, confirmedAt, byProvider: true }, origin);
        }
        if (known === undefined) throw this.noAccess();
        return undefined;
      })
      .catch(async (refusal: unknown) => {
        if (refusal instanceof DomainError && refusal.code === 'last_owner') await this.endSessions(known);
        throw refusal;
      });
    if (userId !== undefined) sessions.forget(userId);
    if (session === undefined) throw this.noAccess();
    return session;
  }

  /** The last owner of an account stays its owner, but keeps no session that the claims no longer allow. */
  private async endSessions(userId: string | undefined): Promise<void> {
    if (userId === undefined) return;
    const { database, sessions } = this.deps;
    await database.transaction((transaction) => {
      sessions.endAll(transaction, userId);
      return Promise.resolve();
    });
    sessions.forget(userId);
  }

  private noAccess(): DomainError {
    const detail = `${this.deps.provider.name} gives you no role here. Ask the operator for a group that has one.`;
    return new DomainError('provider_no_access', detail);
  }
}
