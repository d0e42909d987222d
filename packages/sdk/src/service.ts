import type { ApiPromise } from './api-promise.js';
import type { BaseHttpRequest } from './generated/core/BaseHttpRequest.js';
import type { Connection, RequestOptions } from './options.js';
import { Transport, type Expected } from './transport.js';

/** A generated service with the results of our transport, which are more than the promises that it knows. */
type Calls<Service> = {
  readonly [Method in keyof Service]: Service[Method] extends (...args: infer Args) => PromiseLike<infer Answer>
    ? (...args: Args) => ApiPromise<Answer>
    : unknown;
};

/**
 * Creates a generated service for one call, with its options.
 * @param filters the parameters, if the operation takes them apart from the options
 */
export function serviceFor<Service>(
  to: Connection,
  Service: new (transport: BaseHttpRequest) => Service,
  call: RequestOptions | undefined,
  filters?: object,
  expected?: Expected,
): Calls<Service> {
  return new Service(new Transport(to, call, filters, expected)) as Calls<Service>;
}
