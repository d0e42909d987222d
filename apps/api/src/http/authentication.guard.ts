import { type CanActivate, type ExecutionContext, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { allOperations, type OperationDescriptor } from '@svc/contract';
import { operationIdOf } from '@svc/contract/operation';
import {
  type Principal,
  type AuthenticatedSession,
  Authenticator,
  type Caller,
  DomainError,
  FailedAuthentication,
  KeyUse,
  type LimitVerdict,
  RateLimiter,
  Sessions,
  hasScope,
  nameSession,
  requestsPerMinute,
} from '@svc/core';
import type { Response } from 'express';
import { type ApiRequest, bearerToken, requireAccepted } from './api-request.js';
import { closeAfter } from './server/raw-problem.js';

/** The remaining requests of an account. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until the window has room again. */
  readonly resetSeconds: number;
}

/** The window in the response headers. The limiter's own is one second longer, see WINDOW_SECONDS. */
const POLICY_WINDOW_S = 60;

/** Rate-limits an account and sets the RateLimit headers. */
@Injectable()
export class AccountLimit implements OnApplicationBootstrap {
  constructor(private readonly limiter: RateLimiter) {}

  onApplicationBootstrap(): Promise<void> {
    return this.limiter.connect();
  }

  /** Counts a request and returns what remains. Throws 429 when nothing remained. */
  async take(caller: Caller, response: Response): Promise<Allowance> {
    const { bucket, policy, limit } = allowanceOf(caller);
    const verdict = await this.limiter.take(bucket, limit);
    setRateLimitHeaders(policy, limit, verdict, response);
    const { allowed, remaining, resetSeconds } = verdict;
    if (allowed) return { remaining, resetSeconds };
    response.setHeader('Retry-After', shownSeconds(resetSeconds));
    throw new DomainError('rate_limited', `The limit of ${limit} requests a minute is used up.`);
  }

  /** Sets the headers without counting a request. */
  async setHeaders(caller: Caller, response: Response): Promise<void> {
    const { bucket, policy, limit } = allowanceOf(caller);
    setRateLimitHeaders(policy, limit, await this.limiter.peek(bucket, limit), response);
  }
}

/** Requests a minute of a person in the console. They do not count against the account. */
const PER_PERSON = 600;

/** The bucket that a caller's requests are counted in, with its name in headers and its limit. */
function allowanceOf(caller: Caller): { bucket: string; policy: string; limit: number } {
  const { actor, accountId, tier } = caller;
  return actor.kind === 'api_key'
    ? { bucket: accountId, policy: tier, limit: requestsPerMinute(caller) }
    : { bucket: `usr_${actor.userId}`, policy: 'console', limit: PER_PERSON };
}

/** At most the window in the headers: client libraries do not wait longer than that for a retry. */
function shownSeconds(resetSeconds: number): number {
  return Math.min(POLICY_WINDOW_S, Math.max(0, resetSeconds));
}

function setRateLimitHeaders(
  policy: string,
  limit: number,
  { remaining, resetSeconds }: LimitVerdict,
  response: Response,
): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${POLICY_WINDOW_S}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${shownSeconds(resetSeconds)}`);
}

/** Checks, in this order: the key, its allowed networks, the rate limit of its account, whether that is suspended. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentication,
    private readonly limit: AccountLimit,
    private readonly keyUse: KeyUse,
    private readonly sessions: Sessions,
  ) {}

  async admit(request: ApiRequest, response: Response): Promise<Caller> {
    const address = request.ip ?? '';
    const principal = await this.authenticate(request, response, address);
    const caller = { ...principal.identity, requestId: request.requestId, address, trace: request.trace };
    request.caller = caller;
    if (!principal.admits(address)) await this.refuseAddress(caller, response);
    this.keyUse.record(caller);
    request.allowance = await this.limit.take(caller, response);
    if (principal.isSuspended) throw new DomainError('account_suspended', 'The operator has suspended this account.');
    return caller;
  }

  /** The same for what concerns a person and no account: whether that is suspended, and its networks, do not matter. */
  async admitPerson(request: ApiRequest, response: Response): Promise<AuthenticatedSession> {
    const session = await this.requireSession(request, response);
    const { requestId, trace, ip: address = '' } = request;
    await this.limit.take({ ...session.inMode('live').identity, requestId, address, trace }, response);
    return session;
  }

  /** Whether the key or session of a request that was admitted is still valid, with a scope. */
  async isStillAdmitted(request: ApiRequest, scope: string | null, { isFresh = false } = {}): Promise<boolean> {
    const { caller } = request;
    const principal = await this.find(request, { isStill: true, isFresh });
    if (caller === undefined || principal === undefined || principal.isSuspended) return false;
    if (!principal.admits(caller.address)) return false;
    return scope === null || hasScope(principal.identity, scope);
  }

  /**
   * Throws `unauthorized` if the key or session of an admitted request has ended meanwhile, or lost its scope. A session is
   * read again: another process may have ended it in the seconds for which it is cached.
   */
  async requireStillAdmitted(request: ApiRequest, response: Response, scope: string | null): Promise<void> {
    if (request.session !== undefined) await this.requireSession(request, response);
    if (request.caller === undefined || (await this.isStillAdmitted(request, scope, { isFresh: true }))) return;
    throw new DomainError('unauthorized', 'The key or session of this request has ended.');
  }

  /** The session of the console's cookie. Throws `unauthorized`. */
  async requireSession(request: ApiRequest, response: Response): Promise<AuthenticatedSession> {
    const { token, isBackground = false } = request.console ?? {};
    const session = token === undefined ? undefined : await this.sessions.authenticate(token, { isBackground });
    if (session === undefined) return this.refuseSession(request, response);
    requireSameSession(session, request);
    return session;
  }

  /** Whether the person of an admitted request has given the password a few minutes ago. */
  async isConfirmed({ console }: ApiRequest): Promise<boolean> {
    const { token, isBackground = false } = console ?? {};
    const session = token === undefined ? undefined : await this.sessions.authenticate(token, { isBackground });
    return session?.isConfirmed() ?? false;
  }

  private async authenticate(request: ApiRequest, response: Response, address: string): Promise<Principal> {
    const principal = await this.find(request);
    if (principal !== undefined) return principal;
    if (request.console !== undefined) return this.refuseSession(request, response);
    this.countFailure(address, response, 'API key');
    throw new DomainError('unauthorized', withoutKey(request));
  }

  /** A browser without a cookie is not counted: it has just come. */
  private refuseSession({ console, ip = '' }: ApiRequest, response: Response): never {
    if (console?.token !== undefined) this.countFailure(ip, response, 'session');
    throw new DomainError('unauthorized', 'Sign in to the console.');
  }

  /** The key of the Authorization header or, for requests of the console, the session of the cookie. */
  private async find(request: ApiRequest, { isStill = false, isFresh = false } = {}): Promise<Principal | undefined> {
    if (request.console === undefined) {
      const text = bearerToken(request);
      return text === undefined ? undefined : this.authenticator.authenticate(text);
    }
    const { token, mode, isBackground } = request.console;
    if (token === undefined || mode === undefined) return undefined;
    // An open stream does not keep a session from being idle.
    const session = await this.sessions.authenticate(token, { isBackground: isBackground || isStill, isFresh });
    if (session !== undefined) requireSameSession(session, request);
    return session?.inMode(mode);
  }

  /** Counted against the address: somebody with a stolen key must not use up the account's limit. */
  private async refuseAddress(caller: Caller, response: Response): Promise<never> {
    await this.limit.setHeaders(caller, response);
    this.countFailure(caller.address, response, 'API key');
    throw new DomainError('ip_not_allowed', notFrom(caller));
  }

  private countFailure(address: string, response: Response, lacked: 'API key' | 'session'): void {
    const { allowed, resetSeconds } = this.failures.count(address);
    if (allowed) return;
    response.setHeader('Retry-After', shownSeconds(resetSeconds));
    closeAfter(response);
    throw new DomainError('rate_limited', `Too many requests without a valid ${lacked} came from this address.`);
  }
}

/** Another tab may have changed the session. What the page sends is then meant for another account, or from another person. */
function requireSameSession(session: AuthenticatedSession, { console }: ApiRequest): void {
  const actual = nameSession(session);
  if (console?.shown === undefined || console.shown === actual) return;
  const differs = console.shown.split(' ')[1] === actual.split(' ')[1] ? 'account' : 'person';
  const detail = `Another tab has switched the session to another ${differs}. Load the page again.`;
  throw new DomainError('session_changed', detail);
}

function notFrom({ actor, address }: Caller): string {
  return actor.kind === 'api_key'
    ? `The key may not be used from ${address}.`
    : `The account may not be used from ${address}.`;
}

/** A wrong scheme is an error in the client's code and gets a hint. A wrong key gets no details. */
function withoutKey({ headers: { authorization } }: ApiRequest): string {
  return authorization === undefined || /^Bearer\b/i.test(authorization)
    ? 'A valid API key is required.'
    : 'Use Bearer authentication: send the header "Authorization: Bearer <API key>".';
}

/** Checks, in this order: admission, Accept, the scope of the key. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly admission: Admission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operationId = operationIdOf(context.getHandler());
    if (operationId === undefined) throw new Error('the route has no operation of the contract');
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    request.operationId = operationId;
    const operation: OperationDescriptor = allOperations[operationId];
    const response = http.getResponse<Response>();
    announceDeprecation(operation, response);
    const { authentication, scope, answerTypes } = operation;
    if (authentication !== 'key') {
      if (request.console === undefined) throw new Error('the console gateway did not admit the request');
      if (authentication === 'session') request.session = await this.sessionFor(operation, request, response);
      requireAccepted(request, answerTypes);
      if (scope === null) return true;
      // What concerns the account, and not a mode, needs the rights of live mode.
      request.console = { ...request.console, mode: 'live' };
    }
    const caller = await this.admission.admit(request, response);
    requireAccepted(request, answerTypes);
    if (scope !== null && !hasScope(caller, scope)) throw lacksScope(caller, scope);
    await this.requireStepUp(request, operation);
    return true;
  }

  /** A request about the account is counted when it is admitted. */
  private sessionFor(
    { scope }: OperationDescriptor,
    request: ApiRequest,
    response: Response,
  ): Promise<AuthenticatedSession> {
    return scope === null
      ? this.admission.admitPerson(request, response)
      : this.admission.requireSession(request, response);
  }

  /** A person must have given the password a few minutes ago for what an attacker at the browser would do. */
  private async requireStepUp(request: ApiRequest, operation: OperationDescriptor): Promise<void> {
    if (!needsStepUp(request, operation)) return;
    if (await this.admission.isConfirmed(request)) return;
    throw new DomainError('step_up_required', 'Confirm with your password that it is you.');
  }
}

/** Whether a person asks for what an attacker at the browser would do. */
export function needsStepUp({ console }: ApiRequest, { stepUp }: OperationDescriptor): boolean {
  if (console === undefined || stepUp === null) return false;
  return stepUp === 'always' || console.mode === 'live';
}

function lacksScope({ actor }: Caller, scope: string): DomainError {
  const who = actor.kind === 'api_key' ? 'The key' : 'Your role';
  return new DomainError('insufficient_scope', `${who} lacks the scope ${scope}.`);
}

/** Sets the headers of a deprecated operation: since when, until when, and a link. */
function announceDeprecation({ deprecation }: OperationDescriptor, response: Response): void {
  if (deprecation === null) return;
  response.setHeader('Deprecation', deprecation.deprecation);
  response.setHeader('Sunset', deprecation.sunset);
  response.append('Link', deprecation.link);
}
