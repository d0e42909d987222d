import { HttpCode, RequestMapping, RequestMethod, SetMetadata, applyDecorators } from '@nestjs/common';
import { allOperations, type AnyOperationId } from './all-operations.js';
import type { Input, Output, RequestHeaders } from './schemas.js';

/** An operation of the contract, as the running service needs it. */
export interface OperationDescriptor {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the contract: `/v1/payments/{paymentId}`. */
  readonly path: string;
  /** As in Nest: `/v1/payments/:paymentId`. */
  readonly nestPath: string;
  /** The status of a success. */
  readonly status: number;
  /** What stands for the caller: an API key, a session of the console, or nothing. */
  readonly authentication: 'key' | 'session' | 'none';
  /** The scope that the caller needs; null in the console, where the role decides. */
  readonly scope: string | null;
  /** Where a person of the console must have given the password within minutes. */
  readonly stepUp: 'always' | 'live' | null;
  readonly tag: string;
  /** Whether it takes an idempotency key, as every POST does. */
  readonly idempotent: boolean;
  /** Whether If-Match is required. */
  readonly preconditionRequired: boolean;
  readonly hasBody: boolean;
  /** Whether the body is required; false if there is none. */
  readonly bodyRequired: boolean;
  /** Accepted media types of the body. */
  readonly bodyMediaTypes: readonly string[];
  /** The type of each query parameter; object members are sent as `name[key]=value`. */
  readonly query: Readonly<Record<string, 'string' | 'integer' | 'boolean' | 'object'>>;
  /** The name of each request header in an input: `Idempotency-Key` is `idempotencyKey`. */
  readonly headers: Readonly<Record<string, keyof RequestHeaders>>;
  /**
   * Media types of a success: `text/event-stream` is a stream, `application/json` alone an object, anything else a
   * file; empty without a body.
   */
  readonly answerTypes: readonly string[];
  /** Response headers of a success. */
  readonly answerHeaders: readonly string[];
  /** Template of the Location with members of the response; null when there is none. */
  readonly location: string | null;
  /** Values of the deprecation headers; null when it is not deprecated. */
  readonly deprecation: { readonly deprecation: string; readonly sunset: string; readonly link: string } | null;
  /** Every documented status. */
  readonly statuses: readonly number[];
}

/** The metadata key under which `@Operation` stores the operationId. */
const OPERATION_METADATA = 'svc:operation';

/** The operation that a controller method is bound to, if any. */
export function operationIdOf(method: object): AnyOperationId | undefined {
  return Reflect.getMetadata(OPERATION_METADATA, method) as AnyOperationId | undefined;
}

/** A controller method of an operation: its input first, then any other parameters. */
type OperationHandler<K extends AnyOperationId> = (input: Input<K>, ...rest: never[]) => Output<K> | Promise<Output<K>>;

/**
 * Binds a controller method to an operation of the contract, which sets its HTTP method, path and status. The compiler
 * refuses a method whose first parameter or result does not match.
 */
export function Operation<K extends AnyOperationId>(operationId: K) {
  const operation: OperationDescriptor = allOperations[operationId];
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
