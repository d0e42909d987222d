import type { AnyOperationId, Input as ContractInput } from '@svc/contract';
import {
  type AuthenticatedSession,
  type Caller as AuthenticatedCaller,
  DomainError,
  type Identity,
  type RequestOrigin,
  type Trace,
} from '@svc/core';
import type { Request } from 'express';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Allowance } from './authentication.guard.js';

/** An Express request with what the guards and the interceptor have added. */
export interface ApiRequest extends Request {
  requestId: string;
  /** The client's trace, or a new one. */
  trace: Trace;
  operationId?: AnyOperationId;
  /** Set for requests of the console: the token of the cookie, and the mode of an operation of `/v1`. */
  console?: { readonly token: string | undefined; readonly mode?: Identity['mode'] };
  session?: AuthenticatedSession;
  caller?: AuthenticatedCaller;
  /** The account's remaining requests, after this one. */
  allowance?: Allowance;
  input?: unknown;
}

/** Parameter decorator: the validated parameters, query and body. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<ApiRequest>().input;
});

export type Input<K extends AnyOperationId> = ContractInput<K>;

/** Parameter decorator: the authenticated caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedCaller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (caller === undefined) throw new Error('the request was not authenticated');
  return caller;
});

export type Caller = AuthenticatedCaller;

/** Parameter decorator: the session of the signed-in person. */
export const Session = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedSession => {
  const { session } = context.switchToHttp().getRequest<ApiRequest>();
  if (session === undefined) throw new Error('the request has no session');
  return session;
});

/** Parameter decorator: the token of the session's cookie, valid or not. */
export const SessionToken = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  return context.switchToHttp().getRequest<ApiRequest>().console?.token;
});

/** Parameter decorator: where a request without a caller comes from. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): RequestOrigin => {
  const { ip = '', requestId } = context.switchToHttp().getRequest<ApiRequest>();
  return { address: ip, requestId };
});

export type Origin = RequestOrigin;

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
