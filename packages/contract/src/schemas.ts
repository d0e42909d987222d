import type { OperationId } from '../generated/operations.js';
import type { components, operations } from '../generated/types.js';

/** The contract's named schemas: `Schemas['Payment']`. */
export type Schemas = components['schemas'];

export type EventKind = Schemas['EventKind'];
export type FieldError = Schemas['FieldError'];
export type FieldErrorCode = Schemas['FieldErrorCode'];
export type Mode = Schemas['Mode'];
export type Problem = Schemas['Problem'];
export type ProblemCode = Schemas['ProblemCode'];
export type WebhookEvent = Schemas['WebhookEvent'];

type Nothing = Record<string, never>;
type Json<Body> = { content: { 'application/json': Body } };
type ParametersOf<K extends OperationId> = operations[K]['parameters'];
/** A body that may be left out is undefined when it is; an operation without one has `requestBody?: never`. */
type BodyOf<T> = T extends { requestBody: Json<infer Body> }
  ? Body
  : T extends { requestBody?: never }
    ? undefined
    : T extends { requestBody?: Json<infer Body> }
      ? Body | undefined
      : undefined;
type PartOf<T> = [T] extends [undefined] ? Nothing : NonNullable<T>;

/** The request headers that the contract knows; an operation fills in those that it takes. */
export interface RequestHeaders {
  idempotencyKey?: string;
  ifMatch?: string;
  traceparent?: string;
  lastEventId?: string;
}

/** A request that fits the contract: path parameters, query, headers and body of the operation. */
export interface Input<K extends OperationId> {
  params: PartOf<ParametersOf<K>['path']>;
  query: PartOf<ParametersOf<K>['query']>;
  headers: RequestHeaders;
  body: BodyOf<operations[K]>;
}

/** A file as an operation answers it. */
export interface FileOutput {
  readonly mediaType: string;
  readonly fileName: string;
  /** How long it is; whatever is longer or shorter is not sent to its end. */
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** A message of a stream: where the stream is with it, and what it brings; undefined when that is nothing. */
export interface StreamMessage {
  readonly id: string;
  readonly data: Buffer | undefined;
}

/** A stream as an operation answers it. */
export interface StreamOutput {
  /** Its messages, as they come about. They end with the signal. */
  messages(ended: AbortSignal): AsyncIterable<StreamMessage>;
}

type Answers<K extends OperationId, Status extends number> =
  operations[K]['responses'] extends Record<Status, { content: infer Content }> ? keyof Content : never;

/**
 * The body of the operation's successful answer; a stream where it is one, a file where it can be more than JSON, void
 * when it has none.
 */
export type Output<K extends OperationId> =
  'text/event-stream' extends Answers<K, 200>
    ? StreamOutput
    : [Exclude<Answers<K, 200>, 'application/json'>] extends [never]
      ? ObjectOutput<K>
      : FileOutput;

type ObjectOutput<K extends OperationId> = operations[K]['responses'] extends { 200: Json<infer Body> }
  ? Body
  : operations[K]['responses'] extends { 201: Json<infer Body> }
    ? Body
    : operations[K]['responses'] extends { 202: Json<infer Body> }
      ? Body
      : void;
