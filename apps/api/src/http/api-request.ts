import type { Input as ContractInput, OperationId } from '@svc/contract';
import { type Caller as AuthenticatedCaller, DomainError, type Trace } from '@svc/core';
import type { Request } from 'express';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Allowance } from './authentication.guard.js';

/** A request on its way through the API, with what its stations have found out. */
export interface ApiRequest extends Request {
  requestId: string;
  /** The trace that the client has named, or one that begins with this request. */
  trace: Trace;
  operationId?: OperationId;
  caller?: AuthenticatedCaller;
  /** What is left of the account's requests, this one counted. */
  allowance?: Allowance;
  input?: unknown;
}

/** Gives a controller's method the request's parameters, query and body, which keep the contract. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<ApiRequest>().input;
});

export type Input<K extends OperationId> = ContractInput<K>;

/** Gives a controller's method the caller, whose key has been checked. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedCaller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (caller === undefined) throw new Error('the request was not authenticated');
  return caller;
});

export type Caller = AuthenticatedCaller;

/** Gives a controller's method what the account has left of its requests. */
export const RemainingRequests = createParamDecorator((_: unknown, context: ExecutionContext): Allowance => {
  const { allowance } = context.switchToHttp().getRequest<ApiRequest>();
  if (allowance === undefined) throw new Error('the request was not counted');
  return allowance;
});

/** The API key that a request carries. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Throws when the sender takes none of the media types. Where a success has no body there are none, and any Accept will do.
 * Problems do not count: they are application/problem+json whatever Accept says.
 */
export function requireAccepted(request: Request, mediaTypes: readonly string[]): void {
  const { accept } = request.headers;
  if (mediaTypes.length === 0 || accept === undefined || accept === '*/*' || mediaTypes.includes(accept)) return;
  if (request.accepts([...mediaTypes]) !== false) return;
  throw new DomainError('not_acceptable', `The answer is ${mediaTypes.join(' or ')}, which Accept does not allow.`);
}
