import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { LoggedRequest } from '../generated/models/LoggedRequest.js';
import type { LoggedRequestPage } from '../generated/models/LoggedRequestPage.js';
import type { RequestsService } from '../generated/services/RequestsService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type RequestListParams = Parameters<RequestsService['listRequests']>[0];

/** The log of the requests of the last seven days. */
export class Requests {
  readonly #service: ServiceForCall<RequestsService>;

  constructor(service: ServiceForCall<RequestsService>) {
    this.#service = service;
  }

  /** Returns one request by its id, such as `error.requestId`. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<LoggedRequest> {
    return this.#service(options).getRequest({ requestId: id });
  }

  /** Returns a page of requests, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: RequestListParams = {}, options?: RequestOptions): ListPromise<LoggedRequestPage> {
    return listOf(params, (page) => this.#service(options, page).listRequests(page));
  }
}
