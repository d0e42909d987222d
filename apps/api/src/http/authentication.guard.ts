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

/** What an account has left. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until there is more again. */
  readonly resetSeconds: number;
}

/** The window that clients are told of. The limiter's own is a second longer, see WINDOW_SECONDS. */
const TOLD_WINDOW_S = 60;

/** Counts a request against its account, and tells the client how many are left. */
@Injectable()
export class AccountLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** What is left after this one. Throws when the account had none left. */
  async take(caller: Caller, response: Response): Promise<Allowance> {
    const limit = requestsPerMinute(caller);
    const verdict = await this.limiter.take(caller.accountId, limit);
    setHeaders(caller, limit, verdict, response);
    const { allowed, remaining, resetSeconds } = verdict;
    if (allowed) return { remaining, resetSeconds };
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', `The limit of ${limit} requests a minute is used up.`);
  }

  /** Tells what is left, and counts nothing. */
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

/** Admits requests whose key is valid and used from where it may be, and whose account has requests left; in this order. */
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

  /** Counted against the address: whoever has got hold of a key must not use up the requests of its account. */
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

/** A wrong scheme is a mistake in the client's code. A wrong key gets no details. */
function withoutKey({ headers: { authorization } }: ApiRequest): string {
  return authorization === undefined || /^Bearer\b/i.test(authorization)
    ? 'A valid API key is required.'
    : 'Use Bearer authentication: send the header "Authorization: Bearer <API key>".';
}

/**
 * Lets a request through that is admitted, whose sender takes what is answered, and whose key carries the scope that the
 * operation asks for; in this order.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly admission: Admission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operationId = operationIdOf(context.getHandler());
    if (operationId === undefined) throw new Error('a route without an operation of the contract');
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

/** Says on an answer of a deprecated operation since when it is, until when it works, and where to read about it. */
function announceDeprecation({ deprecation }: OperationDescriptor, response: Response): void {
  if (deprecation === null) return;
  response.setHeader('Deprecation', deprecation.deprecation);
  response.setHeader('Sunset', deprecation.sunset);
  response.append('Link', deprecation.link);
}
