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
import type { WebhooksService } from '../generated/services/WebhooksService.js';
import type { ActionOptions, ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type WebhookListParams = Parameters<WebhooksService['listWebhooks']>[0];
export type WebhookDeliveryListParams = Omit<Parameters<WebhooksService['listWebhookDeliveries']>[0], 'webhookId'>;

/** Endpoints that are told about events. */
export class Webhooks {
  readonly #service: ServiceForCall<WebhooksService>;

  constructor(service: ServiceForCall<WebhooksService>) {
    this.#service = service;
  }

  /** Registers an endpoint. A secret that the service makes is shown in this answer and never again. */
  create(params: CreateWebhook, options?: IdempotentOptions): ApiPromise<WebhookWithSecret> {
    return this.#service(options).createWebhook({ ...options, requestBody: params });
  }

  /** One endpoint, without its secret. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Webhook> {
    return this.#service(options).getWebhook({ webhookId: id });
  }

  /** A page of endpoints, newest first. */
  list(params: WebhookListParams = {}, options?: RequestOptions): ListPromise<WebhookPage> {
    return listOf(params, (page) => this.#service(options, page).listWebhooks(page));
  }

  /** Changes what is given; `enabled: true` also ends what the service has switched off. */
  update(id: string, params: UpdateWebhook, options?: ConditionalOptions): ApiPromise<Webhook> {
    return this.#service(options).updateWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /** Removes an endpoint; what was still to be delivered to it is cancelled. */
  delete(id: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.#service(options).deleteWebhook({ ...options, webhookId: id });
  }

  /** Gives an endpoint a new secret, shown in this answer only; the old one goes on signing for `overlapSeconds`. */
  rotateSecret(id: string, params?: RotateWebhookSecret, options?: ActionOptions): ApiPromise<WebhookWithSecret> {
    return this.#service(options).rotateWebhookSecret({ ...options, webhookId: id, requestBody: params });
  }

  /** Sends a test event now, once, and tells what was sent, what came back, and what to do about it. */
  test(id: string, params?: TestWebhook, options?: ActionOptions): ApiPromise<WebhookTestResult> {
    return this.#service(options).testWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /**
   * Delivers what the endpoint has missed in a span of time, in the background; with `onlyFailed: false` all that happened
   * in it. What becomes of it is told by `deliveries.list({ webhookId: id, createdFrom: replay.createdAt })`.
   */
  replay(id: string, params: ReplayWebhook, options?: ActionOptions): ApiPromise<WebhookReplay> {
    return this.#service(options).replayWebhook({ ...options, webhookId: id, requestBody: params });
  }

  /** A page of what was sent to an endpoint, newest first, with every attempt. */
  listDeliveries(
    id: string,
    params: WebhookDeliveryListParams = {},
    options?: RequestOptions,
  ): ListPromise<DeliveryPage> {
    return listOf(params, (page) => this.#service(options, page).listWebhookDeliveries({ ...page, webhookId: id }));
  }
}
