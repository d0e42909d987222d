import type { ApiPromise } from '../api-promise.js';
import type { BaseHttpRequest } from '../generated/core/BaseHttpRequest.js';
import type { Connection, RequestOptions } from '../options.js';
import { Transport, type Expected } from '../transport.js';

/** The generated service, over a transport that knows the options of the one call that is made with it, and
 * what was given to choose from a list. */
export type ServiceForCall<Service> = (call: RequestOptions | undefined, filters?: object) => Calls<Service>;

/** Its methods with the results of our transport, which are more than the promises that the generated client knows. */
type Calls<Service> = {
  readonly [Method in keyof Service]: Service[Method] extends (...args: infer Args) => PromiseLike<infer Answer>
    ? (...args: Args) => ApiPromise<Answer>
    : unknown;
};

/** Creates the generated service for each call, with the expected type of response. */
export function serviceForCall<Service>(
  to: Connection,
  Service: new (transport: BaseHttpRequest) => Service,
  expected?: Expected,
): ServiceForCall<Service> {
  return (call, filters) => new Service(new Transport(to, call, filters, expected)) as Calls<Service>;
}
