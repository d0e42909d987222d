import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operationIdOf, operations } from '@svc/contract';
import { Authenticator, DomainError, hasScope } from '@svc/core';
import type { ApiRequest } from './api-request.js';

/** Lets a request through whose key is valid and carries the scope that the operation asks for. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operationId = operationIdOf(context.getHandler());
    if (operationId === undefined) throw new Error('a route without an operation of the contract');
    const request = context.switchToHttp().getRequest<ApiRequest>();
    request.operationId = operationId;
    const key = bearerToken(request.headers.authorization);
    const caller = key === undefined ? undefined : await this.authenticator.authenticate(key);
    if (caller === undefined) throw new DomainError('unauthorized', 'A valid API key is required.');
    const { scope } = operations[operationId];
    if (!hasScope(caller, scope)) throw new DomainError('insufficient_scope', `The key lacks the scope ${scope}.`);
    request.caller = caller;
    return true;
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
