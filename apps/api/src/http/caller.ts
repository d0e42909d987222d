import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller as AuthenticatedCaller } from '@svc/core';
import type { ApiRequest } from './api-request.js';

/** Gives a controller's method the caller, whose key has been checked. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedCaller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (caller === undefined) throw new Error('the request was not authenticated');
  return caller;
});

export type Caller = AuthenticatedCaller;
