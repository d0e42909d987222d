import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type OperationDescriptor, operations } from '@svc/contract';
import { operationIdOf } from '@svc/contract/operation';
import {
  type AuthenticatedKey,
  Authenticator,
  type Caller,
  DomainError,
  FailedAuthentication,
  KeyUse,
  type LimitVerdict,
  RateLimiter,
  hasScope,
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
const TOLD_WINDOW_S = 60;

/** Rate-limits an account and sets the RateLimit headers. */
@Injectable()
export class AccountLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts a request and returns what remains. Throws 429 when nothing remained. */
  async take(caller: Caller, response: Response): Promise<Allowance> {
    const limit = requestsPerMinute(caller);
    const verdict = await this.limiter.take(caller.accountId, limit);
    setHeaders(caller, limit, verdict, response);
    const { allowed, remaining, resetSeconds } = verdict;
    if (allowed) return { remaining, resetSeconds };
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', `The limit of ${limit} requests a minute is used up.`);
  }

  /** Sets the headers without counting a request. */
  async tell(caller: Caller, response: Response): Promise<void> {
    const limit = requestsPerMinute(caller);
    setHeaders(caller, limit, await this.limiter.peek(caller.accountId, limit), response);
  }
}

function setHeaders(
  { tier }: Caller,
  limit: number,
  { remaining, resetSeconds }: LimitVerdict,
  response: Response,
): void {
  const seconds = Math.min(TOLD_WINDOW_S, Math.max(0, resetSeconds));
  response.setHeader('RateLimit-Policy', `"${tier}";q=${limit};w=${TOLD_WINDOW_S}`);
  response.setHeader('RateLimit', `"${tier}";r=${remaining};t=${seconds}`);
}

/** Checks, in this order: the key, its allowed networks, the rate limit of its account. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentication,
    private readonly limit: AccountLimit,
    private readonly keyUse: KeyUse,
  ) {}

  async admit(request: ApiRequest, response: Response): Promise<Caller> {
    const address = request.ip ?? '';
    const key = await this.authenticate(request, response, address);
    const caller = { ...key.identity, requestId: request.requestId, address, trace: request.trace };
    request.caller = caller;
    if (!key.admits(address)) await this.refuseAddress(caller, response);
    this.keyUse.note(caller);
    request.allowance = await this.limit.take(caller, response);
    return caller;
  }

  private async authenticate(request: ApiRequest, response: Response, address: string): Promise<AuthenticatedKey> {
    const text = bearerToken(request);
    const key = text === undefined ? undefined : await this.authenticator.authenticate(text);
    if (key !== undefined) return key;
    this.countFailure(address, response);
    throw new DomainError('unauthorized', withoutKey(request));
  }

  /** Counted against the address: somebody with a stolen key must not use up the account's limit. */
  private async refuseAddress(caller: Caller, response: Response): Promise<never> {
    await this.limit.tell(caller, response);
    this.countFailure(caller.address, response);
    throw new DomainError('ip_not_allowed', `The key may not be used from ${caller.address}.`);
  }

  private countFailure(address: string, response: Response): void {
    const { allowed, resetSeconds } = this.failures.count(address);
    if (allowed) return;
    response.setHeader('Retry-After', resetSeconds);
    closeAfter(response);
    throw new DomainError('rate_limited', 'Too many requests without a valid API key came from this address.');
  }
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
    const operation: OperationDescriptor = operations[operationId];
    const response = http.getResponse<Response>();
    announceDeprecation(operation, response);
    const caller = await this.admission.admit(request, response);
    const { scope, answerTypes } = operation;
    requireAccepted(request, answerTypes);
    if (!hasScope(caller, scope)) throw new DomainError('insufficient_scope', `The key lacks the scope ${scope}.`);
    return true;
  }
}

/** Sets the headers of a deprecated operation: since when, until when, and a link. */
function announceDeprecation({ deprecation }: OperationDescriptor, response: Response): void {
  if (deprecation === null) return;
  response.setHeader('Deprecation', deprecation.deprecation);
  response.setHeader('Sunset', deprecation.sunset);
  response.append('Link', deprecation.link);
}
