import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operations } from '@svc/contract';
import { operationIdOf } from '@svc/contract/operation';
import { Authenticator, DomainError, FailedAuthentication, hasScope, KeyUse, type AuthenticatedKey } from '@svc/core';
import type { Response } from 'express';
import { requireAccepted } from './accept.js';
import { AccountLimit } from './account-limit.js';
import type { ApiRequest } from './api-request.js';
import { bearerToken } from './bearer-token.js';

/**
 * Lets a request through whose key is valid and used from where it may be, whose account has requests left, whose sender
 * takes JSON, and whose key carries the scope that the operation asks for; in this order.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentication,
    private readonly limit: AccountLimit,
    private readonly keyUse: KeyUse,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operationId = operationIdOf(context.getHandler());
    if (operationId === undefined) throw new Error('a route without an operation of the contract');
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    request.operationId = operationId;
    const address = request.ip ?? '';
    const key = await this.authenticate(request, response, address);
    const caller = { ...key.identity, requestId: request.requestId, address, trace: request.trace };
    request.caller = caller;
    this.requireAddress(key, address, response);
    this.keyUse.note(caller);
    request.allowance = await this.limit.take(caller, response);
    const { scope, answerTypes } = operations[operationId];
    requireAccepted(request, answerTypes);
    if (!hasScope(caller, scope)) throw new DomainError('insufficient_scope', `The key lacks the scope ${scope}.`);
    return true;
  }

  private async authenticate(request: ApiRequest, response: Response, address: string): Promise<AuthenticatedKey> {
    const text = bearerToken(request);
    const key = text === undefined ? undefined : await this.authenticator.authenticate(text);
    if (key !== undefined) return key;
    this.countFailure(address, response);
    throw new DomainError('unauthorized', 'A valid API key is required.');
  }

  /** Counted against the address: whoever has got hold of a key must not use up the requests of its account. */
  private requireAddress(key: AuthenticatedKey, address: string, response: Response): void {
    if (key.admits(address)) return;
    this.countFailure(address, response);
    throw new DomainError('ip_not_allowed', `The key may not be used from ${address}.`);
  }

  private countFailure(address: string, response: Response): void {
    const { allowed, resetSeconds } = this.failures.count(address);
    if (allowed) return;
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', 'Too many requests without a valid API key came from this address.');
  }
}
