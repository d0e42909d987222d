import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { operations, type OperationDescriptor } from '@svc/contract';
import { operationIdOf } from '@svc/contract/operation';
import { DomainError, hasScope } from '@svc/core';
import type { Response } from 'express';
import { requireAccepted } from './accept.js';
import { Admission } from './admission.js';
import type { ApiRequest } from './api-request.js';
import { announceDeprecation } from './deprecation.js';

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
