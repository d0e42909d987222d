import type { Input as ContractInput, OperationId } from '@svc/contract';
import { type Caller as AuthenticatedCaller, DomainError, type Trace } from '@svc/core';
import type { Request } from 'express';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Allowance } from './authentication.guard.js';

/** An Express request with what the guards and the interceptor have added. */
export interface ApiRequest extends Request {
  requestId: string;
  /** The client's trace, or a new one. */
  trace: Trace;
  operationId?: OperationId;
  caller?: AuthenticatedCaller;
  /** The account's remaining requests, after this one. */
  allowance?: Allowance;
  input?: unknown;
}

/** Parameter decorator: the validated parameters, query and body. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<ApiRequest>().input;
});

export type Input<K extends OperationId> = ContractInput<K>;

/** Parameter decorator: the authenticated caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedCaller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (caller === undefined) throw new Error('the request was not authenticated');
  return caller;
});

export type Caller = AuthenticatedCaller;

/** Parameter decorator: the account's remaining requests. */
export const RemainingRequests = createParamDecorator((_: unknown, context: ExecutionContext): Allowance => {
  const { allowance } = context.switchToHttp().getRequest<ApiRequest>();
  if (allowance === undefined) throw new Error('the request was not rate-limited');
  return allowance;
});

/** The API key of the Authorization header. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Throws 406 unless Accept allows one of the media types. Responses without a body have none and allow any Accept.
 * Problems are always application/problem+json.
 */
export function requireAccepted(request: Request, mediaTypes: readonly string[]): void {
  const { accept } = request.headers;
  if (mediaTypes.length === 0 || accept === undefined || accept === '*/*' || mediaTypes.includes(accept)) return;
  if (request.accepts([...mediaTypes]) !== false) return;
  throw new DomainError('not_acceptable', `The response is ${mediaTypes.join(' or ')}, which Accept does not allow.`);
}
