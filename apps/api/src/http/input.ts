import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Input as ContractInput, OperationId } from '@svc/contract';
import type { ApiRequest } from './api-request.js';

/** Gives a controller's method the request's parameters, query and body, which keep the contract. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<ApiRequest>().input;
});

export type Input<K extends OperationId> = ContractInput<K>;
