import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Allowance } from './account-limit.js';
import type { ApiRequest } from './api-request.js';

/** Gives a controller's method what the account has left of its requests. */
export const RemainingRequests = createParamDecorator((_: unknown, context: ExecutionContext): Allowance => {
  const { allowance } = context.switchToHttp().getRequest<ApiRequest>();
  if (allowance === undefined) throw new Error('the request was not counted');
  return allowance;
});
