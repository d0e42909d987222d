import { HttpCode, RequestMapping, RequestMethod, SetMetadata, applyDecorators } from '@nestjs/common';
import { operations, type OperationId } from '../generated/operations.js';
import type { OperationDescriptor } from './operation-descriptor.js';
import type { Input, Output } from './schemas.js';

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
