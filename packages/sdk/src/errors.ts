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

/** Anything that went wrong with a call. */
export class SvcError extends Error {
  override readonly name: string = 'SvcError';
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

  constructor(message: string, code: ErrorCode, head?: ResponseHead, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = head?.status;
    this.headers = head?.headers ?? new Headers();
    this.requestId = head?.headers.get('Request-Id') ?? undefined;
  }
}

/** The service, or something before it, refused the request. */
export class ApiError extends SvcError {
  override readonly name: string = 'ApiError';
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

/** No answer came, or it broke off: the request may or may not have taken effect. */
export class ConnectionError extends SvcError {
  override readonly name: string = 'ConnectionError';

  constructor(message: string, options?: ErrorOptions & { readonly code?: ClientErrorCode }) {
    super(message, options?.code ?? 'connection_failed', undefined, options);
  }
}

/** No complete answer came in time: the request may or may not have taken effect. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';

  constructor(milliseconds: number) {
    super(`No complete answer came within ${milliseconds} ms.`, { code: 'timeout' });
  }
}

/** The status says success, but the answer cannot be read: most likely `baseUrl` leads to something else. */
export class InvalidResponseError extends SvcError {
  override readonly name: string = 'InvalidResponseError';
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
