import type { Answers, Bodies } from '../generated/dto.js';
import type { OperationId } from '../generated/operations.js';
import type { components, operations } from '../generated/types.js';

/** The named schemas of the contract: `Schemas['Payment']`. */
export type Schemas = components['schemas'];

export type EventKind = Schemas['EventKind'];
export type FieldError = Schemas['FieldError'];
export type FieldErrorCode = Schemas['FieldErrorCode'];
export type Mode = Schemas['Mode'];
export type Problem = Schemas['Problem'];
export type ProblemCode = Schemas['ProblemCode'];
export type WebhookEvent = Schemas['WebhookEvent'];

type ParametersOf<K extends OperationId> = operations[K]['parameters'];
type PartOf<T> = [T] extends [undefined] ? Record<string, never> : NonNullable<T>;

/** All request headers of the contract; an operation fills in those that it takes. */
export interface RequestHeaders {
  idempotencyKey?: string;
  ifMatch?: string;
  traceparent?: string;
  lastEventId?: string;
}

/** A valid request: path parameters, query, headers and body of the operation. */
export interface Input<K extends OperationId> {
  params: PartOf<ParametersOf<K>['path']>;
  query: PartOf<ParametersOf<K>['query']>;
  headers: RequestHeaders;
  body: Bodies[K];
}

/** The response of a successful operation: an object, a file, a stream, or nothing. */
export type Output<K extends OperationId> = Answers[K];
