import type { RequestOptions } from '../options.js';

/** The generated service, over a transport that knows the options of the one call that is made with it. */
export type ServiceForCall<Service> = (call: RequestOptions | undefined) => Service;
