import { HttpCode, RequestMapping, RequestMethod, SetMetadata, applyDecorators } from '@nestjs/common';
import { type OperationId, operations } from '../generated/operations.js';
import type { Input, Output, RequestHeaders } from './schemas.js';

/** What the running service needs to know about one operation of the contract. */
export interface OperationDescriptor {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the contract: `/v1/payments/{paymentId}`. */
  readonly path: string;
  /** As routers write it: `/v1/payments/:paymentId`. */
  readonly nestPath: string;
  /** The status of a successful answer. */
  readonly status: number;
  /** The scope that the caller's key must have. */
  readonly scope: string;
  readonly tag: string;
  /** Whether it takes an idempotency key: every POST does. */
  readonly idempotent: boolean;
  /** Whether it changes nothing without an If-Match. */
  readonly preconditionRequired: boolean;
  readonly hasBody: boolean;
  /** Whether the body must be there; false also where there is none. */
  readonly bodyRequired: boolean;
  /** What a body may be declared as. */
  readonly bodyMediaTypes: readonly string[];
  /** The type of each query parameter; the values of an object come as `name[key]=value`. */
  readonly query: Readonly<Record<string, 'string' | 'integer' | 'boolean' | 'object'>>;
  /** What each request header is called in an input: `Idempotency-Key` is `idempotencyKey`. */
  readonly headers: Readonly<Record<string, keyof RequestHeaders>>;
  /**
   * What a successful answer can be; a stream where it is `text/event-stream`, else a file where it is not
   * `application/json` alone, nothing where it has no body.
   */
  readonly answerTypes: readonly string[];
  /** The headers of a successful answer. */
  readonly answerHeaders: readonly string[];
  /** Where what was made can be read, with members of the answer to fill in; null when the answer names no place. */
  readonly location: string | null;
  /** The headers that say that it is deprecated; null when it is not. */
  readonly deprecation: { readonly deprecation: string; readonly sunset: string; readonly link: string } | null;
  /** Every status that the operation may answer. */
  readonly statuses: readonly number[];
}

/** Where `@Operation` leaves the operationId of a method. */
const OPERATION_METADATA = 'svc:operation';

/** The operation that a controller's method is bound to, if any. */
export function operationIdOf(method: object): OperationId | undefined {
  return Reflect.getMetadata(OPERATION_METADATA, method) as OperationId | undefined;
}

/** A controller's method for an operation: its input first, then whatever else it wants to be given. */
type OperationHandler<K extends OperationId> = (input: Input<K>, ...rest: never[]) => Output<K> | Promise<Output<K>>;

/**
 * Binds a controller's method to an operation of the contract, which gives it its HTTP method, path and status.
 * The compiler refuses a method whose first parameter or result does not fit.
 */
export function Operation<K extends OperationId>(operationId: K) {
  const operation: OperationDescriptor = operations[operationId];
  const decorate = applyDecorators(
    SetMetadata(OPERATION_METADATA, operationId),
    RequestMapping({ path: operation.nestPath, method: RequestMethod[operation.method] }),
    HttpCode(operation.status),
  );
  return <M extends OperationHandler<K>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => decorate(target, key, descriptor);
}
