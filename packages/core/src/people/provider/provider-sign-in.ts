import type { ConsoleSchemas } from '@svc/contract';
import type { Database, Transaction } from '../../platform/database/database.js';
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
  /** Called when the answer belongs to the cookie, which is then used. */
  readonly onAccepted: () => void;
}

export interface FinishedSignIn extends Pick<Pending, 'purpose' | 'to'> {
  readonly session: NewSession;
}

interface Settled {
  readonly userId: string;
  readonly result: NewSession | DomainError;
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
      callback.onAccepted();
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
    signedInSince?: number,
  ): Promise<ProvidedPerson> {
    const callback = new URL(`${redirectUri}?${response}`);
    return this.deps.provider.finish({ callback, pending, ...(signedInSince === undefined ? {} : { signedInSince }) });
  }

  /** Applies the claims, and replaces the session by one that counts as confirmed. */
  private async confirm(
    response: string,
    pending: Pending,
    callback: ProviderCallback,
    origin: SignInOrigin,
  ): Promise<NewSession> {
    const current = await this.sessionOf(callback);
    const person = await this.personOf(response, pending, callback, pending.startedAt);
    const { people, access, provider, own, sessions } = this.deps;
    const granted = access.granted(person.values);
    return this.settle(async (transaction) => {
      const userId = await people.find(transaction, person);
      if (userId !== current.user.id) {
        throw new DomainError('provider_no_access', `You have signed in to ${provider.name} as another person.`);
      }
      people.rename(transaction, userId, person);
      const { refusal } = await access.apply(transaction, userId, granted, origin.requestId);
      if (refusal !== undefined) {
        sessions.endAll(transaction, userId);
        return { userId, result: refusal };
      }
      const session = await own.replaceConfirmed(transaction, current, person.signedInAt ?? NEVER, origin);
      // The claims may have ended it.
      const ended = granted.has(current.account.id) ? sessionEnded() : this.noAccess();
      return { userId, result: session ?? ended };
    });
  }

  private async sessionOf({ token }: ProviderCallback): Promise<AuthenticatedSession> {
    const current = token === undefined ? undefined : await this.deps.sessions.authenticate(token);
    if (current === undefined) throw new DomainError('unauthorized', 'Sign in to the console.');
    return current;
  }

  /** Applies the claims, and begins a session. Without access, claims that earlier sign-ins had are withdrawn. */
  private signIn(person: ProvidedPerson, origin: SignInOrigin): Promise<NewSession> {
    const { people, access, sessions } = this.deps;
    const granted = access.granted(person.values);
    return this.settle(async (transaction) => {
      const known = await people.find(transaction, person);
      // Nothing is created for people without a role.
      if (known === undefined && granted.size === 0) throw this.noAccess();
      if (known !== undefined) people.rename(transaction, known, person);
      const userId = known ?? (await people.add(transaction, person, origin.requestId));
      const { accountId, refusal } = await access.apply(transaction, userId, granted, origin.requestId);
      if (accountId !== undefined && refusal === undefined) {
        const owner = { accountId, userId, confirmedAt: person.signedInAt ?? NEVER, byProvider: true };
        return { userId, result: await sessions.open(transaction, owner, origin) };
      }
      if (known === undefined) throw refusal ?? this.noAccess();
      // The last owner of an account stays its owner, but keeps no session.
      if (refusal !== undefined) sessions.endAll(transaction, userId);
      return { userId, result: refusal ?? this.noAccess() };
    });
  }

  /** Commits what `work` does if it returns, also a refusal. Nothing happens if it throws. */
  private async settle(work: (transaction: Transaction) => Promise<Settled>): Promise<NewSession> {
    const { userId, result } = await this.deps.database.transaction(work);
    this.deps.sessions.forget(userId);
    if (result instanceof DomainError) throw result;
    return result;
  }

  private noAccess(): DomainError {
    const detail = `${this.deps.provider.name} gives you no role here. Ask the operator for a group that has one.`;
    return new DomainError('provider_no_access', detail);
  }
}

function sessionEnded(): DomainError {
  return new DomainError('unauthorized', 'Your session has ended, or your role has changed. Sign in again.');
}
