import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreateRefund } from '../generated/models/CreateRefund.js';
import type { Refund } from '../generated/models/Refund.js';
import type { RefundPage } from '../generated/models/RefundPage.js';
import type { RefundsService } from '../generated/services/RefundsService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type RefundListParams = Parameters<RefundsService['listRefunds']>[0];

/** Full and partial refunds of completed payments. */
export class Refunds {
  readonly #service: ServiceForCall<RefundsService>;

  constructor(service: ServiceForCall<RefundsService>) {
    this.#service = service;
  }

  /**
   * Refunds a completed payment, by `amount` in the smallest unit of its currency or in full. The refund is returned as
   * pending.
   */
  create(params: CreateRefund, options?: IdempotentOptions): ApiPromise<Refund> {
    return this.#service(options).createRefund({ ...options, requestBody: params });
  }

  /** Returns the current state of one refund. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Refund> {
    return this.#service(options).getRefund({ refundId: id });
  }

  /** Returns a page of refunds, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: RefundListParams = {}, options?: RequestOptions): ListPromise<RefundPage> {
    return listOf(params, (page) => this.#service(options, page).listRefunds(page));
  }
}
