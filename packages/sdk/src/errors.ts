import type { FieldError } from './generated/models/FieldError.js';
import type { Problem } from './generated/models/Problem.js';
import type { ProblemCode } from './generated/models/ProblemCode.js';

/** What the library itself calls a failure; a problem of the service has a code of its own. */
export type ClientErrorCode = 'connection_failed' | 'timeout' | 'invalid_response' | 'unexpected_status';

/** Open: a later service may know more codes than this version of the library. */
export type ErrorCode = ProblemCode | ClientErrorCode | (string & {});

/** The head of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

/** By which the errors of both builds, for `import` and for `require`, know each other. */
const KINDS = Symbol.for('@svc/sdk/errors');

/** Anything that went wrong with a call. */
export class SvcError extends Error {
  static readonly kind: string = 'SvcError';
  override readonly name: string;
  /** What went wrong, as a word to decide by. */
  readonly code: ErrorCode;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** The headers of the answer; empty when there was none. */
  readonly headers: Headers;
  /** Names the request in the service's logs: quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Each value of the request that is wrong; empty unless the service pointed at some. */
  readonly fieldErrors: readonly FieldError[] = [];
  /** The key that the call had, yours or one that was made for it: whoever repeats the call with it is not charged twice. */
  idempotencyKey: string | undefined;

  constructor(message: string, code: ErrorCode, head?: ResponseHead, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.kind;
    Object.defineProperty(this, KINDS, { value: kindsOf(new.target) });
    this.code = code;
    this.status = head?.status;
    this.headers = head?.headers ?? new Headers();
    this.requestId = head?.headers.get('Request-Id') ?? undefined;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that somebody derives from these has no kind of its own.
    if (!Object.hasOwn(this, 'kind')) return super[Symbol.hasInstance](value);
    const { [KINDS]: kinds } = Object(value) as { [KINDS]?: readonly string[] };
    return kinds?.includes(this.kind) === true;
  }
}

function kindsOf(error: { readonly kind?: string }): string[] {
  return error.kind === undefined ? [] : [error.kind, ...kindsOf(Object.getPrototypeOf(error) as typeof error)];
}

/** The service, or something before it, refused the request. */
export class ApiError extends SvcError {
  static override readonly kind: string = 'ApiError';
  declare readonly status: number;
  override readonly fieldErrors: readonly FieldError[];
  /** The whole problem document; undefined when the answer was none, as from a proxy. */
  readonly problem: Problem | undefined;

  constructor(head: ResponseHead, problem: Problem | undefined) {
    super(summary(head, problem), problem?.code ?? 'unexpected_status', head);
    this.problem = problem;
    this.fieldErrors = Array.isArray(problem?.errors) ? problem.errors : [];
  }
}

/** 400: the request cannot be read. */
export class BadRequestError extends ApiError {
  static override readonly kind: string = 'BadRequestError';
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  static override readonly kind: string = 'AuthenticationError';
}

/** 403: the key may not do this, or not from here. */
export class PermissionDeniedError extends ApiError {
  static override readonly kind: string = 'PermissionDeniedError';
}

/** 404: there is no such object in this account and mode. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
}

/** 409: what the object or the account is in does not allow it now. */
export class ConflictError extends ApiError {
  static override readonly kind: string = 'ConflictError';
}

/** 412 and 428: the object is not, or was not said to be, the one that was seen. */
export class PreconditionError extends ApiError {
  static override readonly kind: string = 'PreconditionError';
}

/** 422: values are wrong; `fieldErrors` tells which. */
export class UnprocessableEntityError extends ApiError {
  static override readonly kind: string = 'UnprocessableEntityError';
}

/** 429: too many requests. `Retry-After` in `headers` tells until when. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
}

/** 500 and above: the service failed; the request may or may not have taken effect. */
export class InternalServerError extends ApiError {
  static override readonly kind: string = 'InternalServerError';
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

/** The error of a status. */
export function apiError(head: ResponseHead, problem: Problem | undefined): ApiError {
  const Kind = BY_STATUS[head.status] ?? (head.status >= 500 ? InternalServerError : ApiError);
  return new Kind(head, problem);
}

/** No answer came, or it broke off: the request may or may not have taken effect. */
export class ConnectionError extends SvcError {
  static override readonly kind: string = 'ConnectionError';

  constructor(message: string, options?: ErrorOptions & { readonly code?: ClientErrorCode }) {
    super(message, options?.code ?? 'connection_failed', undefined, options);
  }
}

/** No complete answer came in time: the request may or may not have taken effect. */
export class TimeoutError extends ConnectionError {
  static override readonly kind: string = 'TimeoutError';

  constructor(milliseconds: number) {
    super(`No complete answer came within ${Math.ceil(milliseconds)} ms.`, { code: 'timeout' });
  }
}

/** The status says success, but the answer cannot be read: most likely `baseUrl` leads to something else. */
export class InvalidResponseError extends SvcError {
  static override readonly kind: string = 'InvalidResponseError';
  declare readonly status: number;

  constructor(reason: string, head: ResponseHead, options?: ErrorOptions) {
    super(`The answer with status ${head.status} ${reason}.`, 'invalid_response', head, options);
  }
}

function summary({ status, headers }: ResponseHead, problem: Problem | undefined): string {
  if (problem === undefined) {
    const location = headers.get('Location');
    return location === null
      ? `The answer has status ${status} and does not come from the service.`
      : `The request was redirected (${status}) to ${location}: set baseUrl to where the service is.`;
  }
  const places = (Array.isArray(problem.errors) ? problem.errors : [])
    .map(({ pointer, parameter, detail }) => `${pointer ?? parameter ?? ''}: ${detail}`)
    .join('; ');
  return `${status} ${problem.code}: ${problem.detail}${places === '' ? '' : ` (${places})`}`;
}
