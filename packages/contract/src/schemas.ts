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
type PartOf<T> = [T] extends [undefined] ? Nothing : NonNullable<T>;

/** A request that fits the contract: path parameters, query and body of the operation. */
export interface Input<K extends OperationId> {
  params: PartOf<ParametersOf<K>['path']>;
  query: PartOf<ParametersOf<K>['query']>;
  body: operations[K] extends { requestBody: Json<infer Body> } ? Body : undefined;
}

/** The body of the operation's successful answer; void when it has none. */
export type Output<K extends OperationId> = operations[K]['responses'] extends { 200: Json<infer Body> }
  ? Body
  : operations[K]['responses'] extends { 201: Json<infer Body> }
    ? Body
    : void;
