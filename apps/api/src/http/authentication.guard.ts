import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operationIdOf, operations } from '@svc/contract';
import { Authenticator, DomainError, FailedAuthentication, hasScope, type Caller } from '@svc/core';
import type { Response } from 'express';
import { requireJsonAccepted } from './accept.js';
import { AccountLimit } from './account-limit.js';
import type { ApiRequest } from './api-request.js';

/**
 * Lets a request through whose key is valid, whose account has requests left, whose sender takes JSON, and whose key
 * carries the scope that the operation asks for; in this order.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentication,
    private readonly limit: AccountLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operationId = operationIdOf(context.getHandler());
    if (operationId === undefined) throw new Error('a route without an operation of the contract');
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    request.operationId = operationId;
    const caller = { ...(await this.authenticate(request, response)), trace: request.trace };
    request.caller = caller;
    await this.limit.take(caller, response);
    requireJsonAccepted(request);
    const { scope } = operations[operationId];
    if (!hasScope(caller, scope)) throw new DomainError('insufficient_scope', `The key lacks the scope ${scope}.`);
    return true;
  }

  private async authenticate(request: ApiRequest, response: Response): Promise<Caller> {
    const key = bearerToken(request.headers.authorization);
    const caller = key === undefined ? undefined : await this.authenticator.authenticate(key);
    if (caller !== undefined) return caller;
    const { allowed, resetSeconds } = this.failures.count(request.ip ?? '');
    if (allowed) throw new DomainError('unauthorized', 'A valid API key is required.');
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', 'Too many requests without a valid API key came from this address.');
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
