export { Svc } from './client.js';
export type { ApiPromise, ResponseInfo, WithResponse } from './api-promise.js';
export { CancelError } from './generated/core/CancelablePromise.js';
export type { ListPromise, Page } from './pagination.js';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  InternalServerError,
  InvalidResponseError,
  NotFoundError,
  PermissionDeniedError,
  PreconditionError,
  RateLimitError,
  SvcError,
  TimeoutError,
  UnprocessableEntityError,
  type ClientErrorCode,
  type ErrorCode,
} from './errors.js';
export type {
  CallEvent,
  ClientOptions,
  ActionOptions,
  ConditionalOptions,
  Fetch,
  IdempotentOptions,
  RequestOptions,
} from './options.js';
export type { EventStream, StreamedEvent } from './event-stream.js';
export type { FileDownload } from './file-download.js';
export { VERSION } from './version.js';
export type * from './generated/resources/index.js';
export type * from './generated/types.js';
