import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CheckoutSession } from '../generated/models/CheckoutSession.js';
import type { CheckoutSessionPage } from '../generated/models/CheckoutSessionPage.js';
import type { CreateCheckoutSession } from '../generated/models/CreateCheckoutSession.js';
import type { CheckoutService } from '../generated/services/CheckoutService.js';
import type { ActionOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type CheckoutSessionListParams = Parameters<CheckoutService['listCheckoutSessions']>[0];

/** Checkout sessions: pages on which customers pay. */
export class CheckoutSessions {
  readonly #service: ServiceForCall<CheckoutService>;

  constructor(service: ServiceForCall<CheckoutService>) {
    this.#service = service;
  }

  /** Creates a page on which a customer pays. Send the customer to its `url`. */
  create(params: CreateCheckoutSession, options?: IdempotentOptions): ApiPromise<CheckoutSession> {
    return this.#service(options).createCheckoutSession({ ...options, requestBody: params });
  }

  /** Returns the current state of one checkout session. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<CheckoutSession> {
    return this.#service(options).getCheckoutSession({ checkoutSessionId: id });
  }

  /** Returns a page of checkout sessions, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: CheckoutSessionListParams = {}, options?: RequestOptions): ListPromise<CheckoutSessionPage> {
    return listOf(params, (page) => this.#service(options, page).listCheckoutSessions(page));
  }

  /** Ends an open checkout session. One with a payment under way ends when the processor has released it. */
  expire(id: string, options?: ActionOptions): ApiPromise<CheckoutSession> {
    return this.#service(options).expireCheckoutSession({ ...options, checkoutSessionId: id });
  }
}
