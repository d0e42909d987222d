import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { Dispute } from '../generated/models/Dispute.js';
import type { DisputePage } from '../generated/models/DisputePage.js';
import type { DisputesService } from '../generated/services/DisputesService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type DisputeListParams = Parameters<DisputesService['listDisputes']>[0];

/** Payments that a customer's bank contests. */
export class Disputes {
  readonly #service: ServiceForCall<DisputesService>;

  constructor(service: ServiceForCall<DisputesService>) {
    this.#service = service;
  }

  /** Returns the current state of one dispute. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Dispute> {
    return this.#service(options).getDispute({ disputeId: id });
  }

  /** Returns a page of disputes, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: DisputeListParams = {}, options?: RequestOptions): ListPromise<DisputePage> {
    return listOf(params, (page) => this.#service(options, page).listDisputes(page));
  }
}
