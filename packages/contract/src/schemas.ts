import type { Answers as ConsoleAnswers, Bodies as ConsoleBodies } from '../generated/console/dto.js';
import type { components as consoleComponents, operations as consoleOperations } from '../generated/console/types.js';
import type { Answers, Bodies } from '../generated/dto.js';
import type { components, operations } from '../generated/types.js';
import type { AnyOperationId } from './all-operations.js';

/** The named schemas of the contract: `Schemas['Payment']`. */
export type Schemas = components['schemas'];

/** The schemas of the console's own operations. */
export type ConsoleSchemas = consoleComponents['schemas'];

export type EventKind = Schemas['EventKind'];
export type FieldError = Schemas['FieldError'];
export type FieldErrorCode = Schemas['FieldErrorCode'];
export type Mode = Schemas['Mode'];
export type Problem = Schemas['Problem'];
export type ProblemCode = Schemas['ProblemCode'];
export type WebhookEvent = Schemas['WebhookEvent'];

type AllOperations = operations & consoleOperations;
type ParametersOf<K extends AnyOperationId> = AllOperations[K]['parameters'];
type PartOf<T> = [T] extends [undefined] ? Record<string, never> : NonNullable<T>;

/** All request headers of the contract; an operation fills in those that it takes. */
export interface RequestHeaders {
  idempotencyKey?: string;
  ifMatch?: string;
  traceparent?: string;
  lastEventId?: string;
}

/** A valid request: path parameters, query, headers and body of the operation. */
export interface Input<K extends AnyOperationId> {
  params: PartOf<ParametersOf<K>['path']>;
  query: PartOf<ParametersOf<K>['query']>;
  headers: RequestHeaders;
  body: (Bodies & ConsoleBodies)[K];
}

/** The response of a successful operation: an object, a file, a stream, or nothing. */
export type Output<K extends AnyOperationId> = (Answers & ConsoleAnswers)[K];
