import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CancelSubscription } from '../generated/models/CancelSubscription.js';
import type { CreateSubscription } from '../generated/models/CreateSubscription.js';
import type { Subscription } from '../generated/models/Subscription.js';
import type { SubscriptionPage } from '../generated/models/SubscriptionPage.js';
import type { UpdateSubscription } from '../generated/models/UpdateSubscription.js';
import type { SubscriptionsService } from '../generated/services/SubscriptionsService.js';
import type { ActionOptions, ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type SubscriptionListParams = Parameters<SubscriptionsService['listSubscriptions']>[0];

/** Subscriptions: a payment for each period. */
export class Subscriptions {
  readonly #service: ServiceForCall<SubscriptionsService>;

  constructor(service: ServiceForCall<SubscriptionsService>) {
    this.#service = service;
  }

  /**
   * Charges a customer once for each period, from `startAt` or from now on. Amounts are in the smallest unit of the
   * currency.
   */
  create(params: CreateSubscription, options?: IdempotentOptions): ApiPromise<Subscription> {
    return this.#service(options).createSubscription({ ...options, requestBody: params });
  }

  /** Returns the current state of one subscription. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Subscription> {
    return this.#service(options).getSubscription({ subscriptionId: id });
  }

  /** Returns a page of subscriptions, newest first. Request the next one with `cursor: page.nextCursor`. */
  list(params: SubscriptionListParams = {}, options?: RequestOptions): ListPromise<SubscriptionPage> {
    return listOf(params, (page) => this.#service(options, page).listSubscriptions(page));
  }

  /** Changes the given fields. A new price or interval applies from the next period. */
  update(id: string, params: UpdateSubscription, options?: ConditionalOptions): ApiPromise<Subscription> {
    return this.#service(options).updateSubscription({ ...options, subscriptionId: id, requestBody: params });
  }

  /** Cancels a subscription now, or at the end of its current period. */
  cancel(id: string, params?: CancelSubscription, options?: ActionOptions): ApiPromise<Subscription> {
    return this.#service(options).cancelSubscription({ ...options, subscriptionId: id, requestBody: params });
  }
}
