import type { AnyOperationId, Input as ContractInput, ProblemCode } from '@svc/contract';
import {
  type AuthenticatedSession,
  type Caller as AuthenticatedCaller,
  DomainError,
  type Identity,
  type SignInOrigin,
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
  /** Set for requests of the console. */
  console?: ConsoleRequest;
  session?: AuthenticatedSession;
  caller?: AuthenticatedCaller;
  /** The account's remaining requests, after this one. */
  allowance?: Allowance;
  input?: unknown;
  /** The code of the problem that the response is. */
  problem?: ProblemCode;
}

/** What the gateway of the console has read from a request. */
interface ConsoleRequest {
  /** The token of the cookie, valid or not. */
  readonly token: string | undefined;
  /** The mode of an operation of `/v1`. */
  readonly mode?: Identity['mode'];
  /** Whether the page sent it by itself, and not for the person. */
  readonly isBackground: boolean;
  /** The account and the person that the page shows, if it says so. */
  readonly shown: string | undefined;
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

/** Parameter decorator: where a session would begin. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): SignInOrigin => {
  const { ip = '', requestId, headers } = context.switchToHttp().getRequest<ApiRequest>();
  return { address: ip, requestId, browser: headers['user-agent']?.slice(0, MAX_BROWSER) ?? null };
});

/** Characters of the User-Agent that are stored. */
const MAX_BROWSER = 300;

export type Origin = SignInOrigin;

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
  // Responses are in UTF-8, which Accept may name.
  const offered = mediaTypes.flatMap((type) => [type, `${type};charset=utf-8`]);
  if (request.accepts(offered) !== false) return;
  throw new DomainError('not_acceptable', `The response is ${mediaTypes.join(' or ')}, which Accept does not allow.`);
}
