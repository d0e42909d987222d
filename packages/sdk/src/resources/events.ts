import type { WebhookEvent } from '../generated/models/WebhookEvent.js';
import type { WebhookEventPage } from '../generated/models/WebhookEventPage.js';
import type { WebhooksService } from '../generated/services/WebhooksService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type EventListParams = Parameters<WebhooksService['listEvents']>[0];

/** What happened, exactly as it is delivered to endpoints. */
export class Events {
  readonly #service: ServiceForCall<WebhooksService>;

  constructor(service: ServiceForCall<WebhooksService>) {
    this.#service = service;
  }

  /** A page of events, newest first. With `order: 'asc'` oldest first, to follow along without missing any. */
  list(params: EventListParams = {}, options?: RequestOptions): Promise<WebhookEventPage> {
    return this.#service(options).listEvents(params);
  }

  /** One event. */
  retrieve(id: string, options?: RequestOptions): Promise<WebhookEvent> {
    return this.#service(options).getEvent({ eventId: id });
  }
}
