import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreateWebhook } from '../generated/models/CreateWebhook.js';
import type { DeliveryPage } from '../generated/models/DeliveryPage.js';
import type { ReplayWebhook } from '../generated/models/ReplayWebhook.js';
import type { RotateWebhookSecret } from '../generated/models/RotateWebhookSecret.js';
import type { TestWebhook } from '../generated/models/TestWebhook.js';
import type { UpdateWebhook } from '../generated/models/UpdateWebhook.js';
import type { Webhook } from '../generated/models/Webhook.js';
import type { WebhookPage } from '../generated/models/WebhookPage.js';
import type { WebhookReplay } from '../generated/models/WebhookReplay.js';
import type { WebhookTestResult } from '../generated/models/WebhookTestResult.js';
import type { WebhookWithSecret } from '../generated/models/WebhookWithSecret.js';
import type { DeliveriesService } from '../generated/services/DeliveriesService.js';
import type { WebhooksService } from '../generated/services/WebhooksService.js';
import type { ActionOptions, ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type WebhookListParams = Parameters<WebhooksService['listWebhooks']>[0];
export type WebhookDeliveryListParams = Omit<Parameters<DeliveriesService['listWebhookDeliveries']>[0], 'webhookId'>;

/** Endpoints that receive events. */
export class Webhooks {
  readonly #service: ServiceForCall<WebhooksService>;
  readonly #deliveries: ServiceForCall<DeliveriesService>;

  constructor(service: ServiceForCall<WebhooksService>, deliveries: ServiceForCall<DeliveriesService>) {
    this.#service = service;
    this.#deliveries = deliveries;
  }

  /** Registers an endpoint. If the service generates the secret, it is only returned in this response. */
  create(params: CreateWebhook, options?: IdempotentOptions): ApiPromise<WebhookWithSecret> {
    return this.#service(options).createWebhook({ ...options, requestBody: params });
  }

  /** Returns one endpoint, without its secret. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Webhook> {
    return this.#service(options).getWebhook({ webhookId: id });
  }

  /** Returns a page of endpoints, newest first. */
  list(params: WebhookListParams = {}, options?: RequestOptions): ListPromise<WebhookPage> {
    return listOf(params, (page) => this.#service(options, page).listWebhooks(page));
  }

  /** Changes the given fields. `enabled: true` also enables an endpoint that the service has disabled. */
  update(id: string, params: UpdateWebhook, options?: ConditionalOptions): ApiPromise<Webhook> {
    return this.#service(options).updateWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /** Removes an endpoint. Its waiting deliveries are cancelled. */
  delete(id: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.#service(options).deleteWebhook({ ...options, webhookId: id });
  }

  /**
   * Gives an endpoint a new secret, which is only returned in this response. The old one keeps signing for
   * `overlapSeconds`.
   */
  rotateSecret(id: string, params?: RotateWebhookSecret, options?: ActionOptions): ApiPromise<WebhookWithSecret> {
    return this.#service(options).rotateWebhookSecret({ ...options, webhookId: id, requestBody: params });
  }

  /** Sends one test event now, and returns the request, the response and what to do about it. */
  test(id: string, params?: TestWebhook, options?: ActionOptions): ApiPromise<WebhookTestResult> {
    return this.#service(options).testWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /**
   * Delivers the events that the endpoint missed in a range, in the background. With `onlyFailed: false`, delivers all
   * events of the range. Follow the progress with `deliveries.list({ webhookId: id, createdFrom: replay.createdAt })`.
   */
  replay(id: string, params: ReplayWebhook, options?: ActionOptions): ApiPromise<WebhookReplay> {
    return this.#service(options).replayWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /** Returns a page of the deliveries to an endpoint, newest first, with every attempt. */
  listDeliveries(
    id: string,
    params: WebhookDeliveryListParams = {},
    options?: RequestOptions,
  ): ListPromise<DeliveryPage> {
    return listOf(params, (page) => this.#deliveries(options, page).listWebhookDeliveries({ ...page, webhookId: id }));
  }
}
