import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { Delivery } from '../generated/models/Delivery.js';
import type { DeliveryPage } from '../generated/models/DeliveryPage.js';
import type { DeliveriesService } from '../generated/services/DeliveriesService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type DeliveryListParams = Parameters<DeliveriesService['listDeliveries']>[0];

/** Deliveries of events to endpoints. */
export class Deliveries {
  readonly #service: ServiceForCall<DeliveriesService>;

  constructor(service: ServiceForCall<DeliveriesService>) {
    this.#service = service;
  }

  /** Returns one delivery with every attempt. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Delivery> {
    return this.#service(options).getDelivery({ deliveryId: id });
  }

  /** Returns a page of the deliveries to all endpoints, newest first, with every attempt. */
  list(params: DeliveryListParams = {}, options?: RequestOptions): ListPromise<DeliveryPage> {
    return listOf(params, (page) => this.#service(options, page).listDeliveries(page));
  }

  /** Sends the same event to the same endpoint again. Returns the new delivery. */
  redeliver(id: string, options?: IdempotentOptions): ApiPromise<Delivery> {
    return this.#service(options).redeliverDelivery({ ...options, deliveryId: id });
  }
}
