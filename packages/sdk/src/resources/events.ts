import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { EventStream } from '../event-stream.js';
import type { WebhookEvent } from '../generated/models/WebhookEvent.js';
import type { WebhookEventPage } from '../generated/models/WebhookEventPage.js';
import type { EventsService } from '../generated/services/EventsService.js';
import type { RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type EventStreamParams = Parameters<EventsService['streamEvents']>[0];
export type EventListParams = Parameters<EventsService['listEvents']>[0];

/** Events, exactly as they are delivered to endpoints. */
export class Events {
  readonly #service: ServiceForCall<EventsService>;
  readonly #streams: ServiceForCall<EventsService>;

  constructor(service: ServiceForCall<EventsService>, streams: ServiceForCall<EventsService>) {
    this.#service = service;
    this.#streams = streams;
  }

  /** Returns a page of events, newest first. With `order: 'asc'` oldest first, to process every event. */
  list(params: EventListParams = {}, options?: RequestOptions): ListPromise<WebhookEventPage> {
    return listOf(params, (page) => this.#service(options, page).listEvents(page));
  }

  /**
   * Streams events as they happen, from now on or after `lastEventId`. `timeout` is the longest time without data. The
   * service sends a heartbeat every 15 seconds.
   *
   *     for await (const { event, id } of await svc.events.stream()) …
   */
  async stream(params: EventStreamParams = {}, options?: RequestOptions): Promise<EventStream> {
    const stream: unknown = await this.#streams(options, params).streamEvents(params);
    return stream as EventStream;
  }

  /** Returns one event. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<WebhookEvent> {
    return this.#service(options).getEvent({ eventId: id });
  }
}
