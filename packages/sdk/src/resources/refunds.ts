import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreateRefund } from '../generated/models/CreateRefund.js';
import type { Refund } from '../generated/models/Refund.js';
import type { RefundPage } from '../generated/models/RefundPage.js';
import type { RefundsService } from '../generated/services/RefundsService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type RefundListParams = Parameters<RefundsService['listRefunds']>[0];

/** Refunds: give the money of completed payments back, whole or in part. */
export class Refunds {
  readonly #service: ServiceForCall<RefundsService>;

  constructor(service: ServiceForCall<RefundsService>) {
    this.#service = service;
  }

  /** Refunds a completed payment, by `amount` in its currency's smallest unit or by all that remains; answered as pending. */
  create(params: CreateRefund, options?: IdempotentOptions): ApiPromise<Refund> {
    return this.#service(options).createRefund({ ...options, requestBody: params });
  }

  /** One refund as it stands now. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Refund> {
    return this.#service(options).getRefund({ refundId: id });
  }

  /** A page of refunds, newest first; the next one by `cursor: page.nextCursor`. */
  list(params: RefundListParams = {}, options?: RequestOptions): ListPromise<RefundPage> {
    return listOf(params, (page) => this.#service(options, page).listRefunds(page));
  }
}
