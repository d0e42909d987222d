import type { FieldError } from './generated/models/FieldError.js';
import type { Problem } from './generated/models/Problem.js';
import type { ProblemCode } from './generated/models/ProblemCode.js';
import { isJsonObject } from './json-object.js';

/** The codes of failures that the library detects. A problem of the service has its own code. */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'invalid_response' | 'unexpected_status';

/** Open: a later version of the service may have codes that this version of the library does not know. */
export type ErrorCode = ProblemCode | ClientErrorCode | (string & {});

/** The status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

/** The error of a failed call. */
export class SvcError extends Error {
  override readonly name: string = 'SvcError';
  /** The code of the error. Use it for decisions in your program. */
  readonly code: ErrorCode;
  /** The HTTP status. Undefined if there was no response. */
  readonly status: number | undefined;
  /** The headers of the response. Empty if there was none. */
  readonly headers: Headers;
  /** The id of the request in the logs of the service. Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** The invalid values of the request. Empty unless the service reported some. */
  readonly fieldErrors: readonly FieldError[] = [];
  /**
   * The idempotency key of the call, yours or a generated one. Repeat the call with it, and you are not charged twice.
   */
  idempotencyKey: string | undefined;

  constructor(message: string, code: ErrorCode, head?: ResponseHead, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = head?.status;
    this.headers = head?.headers ?? new Headers();
    this.requestId = head?.headers.get('Request-Id') ?? undefined;
  }
}

/** The service, or a proxy before it, refused the request. */
export class ApiError extends SvcError {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  override readonly fieldErrors: readonly FieldError[];
  /** The whole problem document. Undefined if the response contained none, for example from a proxy. */
  readonly problem: Problem | undefined;

  constructor(head: ResponseHead, problem: Problem | undefined) {
    super(summary(head, problem), problem?.code ?? 'unexpected_status', head);
    this.problem = problem;
    this.fieldErrors = fieldErrorsIn(problem);
  }
}

/** 400: the request is malformed. */
export class BadRequestError extends ApiError {
  override readonly name: string = 'BadRequestError';
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name: string = 'AuthenticationError';
}

/** 403: the key may not do this, or not from this address. */
export class PermissionDeniedError extends ApiError {
  override readonly name: string = 'PermissionDeniedError';
}

/** 404: there is no such object in this account and mode. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 409: the state of the object or the account does not allow it now. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** 412 and 428: the object has changed since you read it, or `ifMatch` is missing. */
export class PreconditionError extends ApiError {
  override readonly name: string = 'PreconditionError';
}

/** 422: values are invalid. See `fieldErrors`. */
export class UnprocessableEntityError extends ApiError {
  override readonly name: string = 'UnprocessableEntityError';
}

/** 429: too many requests. Wait for the time in the `Retry-After` header. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError';
}

/** 500 and above: the service failed. The request may or may not have taken effect. */
export class InternalServerError extends ApiError {
  override readonly name: string = 'InternalServerError';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionError,
  422: UnprocessableEntityError,
  428: PreconditionError,
  429: RateLimitError,
};

/** The error for a status. */
export function apiError(head: ResponseHead, problem: Problem | undefined): ApiError {
  const Kind = BY_STATUS[head.status] ?? (head.status >= 500 ? InternalServerError : ApiError);
  return new Kind(head, problem);
}

/** There was no complete response. The request may or may not have taken effect. */
export class ConnectionError extends SvcError {
  override readonly name: string = 'ConnectionError';

  constructor(message: string, options?: ErrorOptions & { readonly code?: ClientErrorCode }) {
    super(message, options?.code ?? 'connection_failed', undefined, options);
  }
}

/** There was no complete response in time. The request may or may not have taken effect. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';

  constructor(milliseconds: number) {
    super(`There was no complete response within ${Math.ceil(milliseconds)} ms.`, { code: 'timeout' });
  }
}

/** The status is a success, but the response cannot be read. The most likely cause is a wrong `baseUrl`. */
export class InvalidResponseError extends SvcError {
  override readonly name: string = 'InvalidResponseError';
  declare readonly status: number;

  constructor(reason: string, head: ResponseHead, options?: ErrorOptions) {
    super(`The response with status ${head.status} ${reason}.`, 'invalid_response', head, options);
  }
}

function summary({ status, headers }: ResponseHead, problem: Problem | undefined): string {
  if (problem === undefined) {
    // A redirect often repeats the query of the request, which may contain personal data.
    const location = headers.get('Location')?.split(/[?#]/, 1)[0];
    return location === undefined
      ? `The response has status ${status} and does not come from the service.`
      : `The request was redirected (${status}) to ${location}: set baseUrl to where the service is.`;
  }
  const places = fieldErrorsIn(problem)
    .map(({ pointer, parameter, detail }) => `${pointer ?? parameter ?? ''}: ${detail}`)
    .join('; ');
  return `${status} ${problem.code}: ${problem.detail}${places === '' ? '' : ` (${places})`}`;
}

/** The errors of a problem. What is no object is left out: a proxy may have written the problem. */
function fieldErrorsIn(problem: Problem | undefined): readonly FieldError[] {
  return Array.isArray(problem?.errors) ? problem.errors.filter(isJsonObject) : [];
}
