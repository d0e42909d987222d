/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { WebhookEvent } from '../models/WebhookEvent';
import type { WebhookEventPage } from '../models/WebhookEventPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class EventsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * List events
     * Returns the events of your account in the mode of the key, one page at a time, exactly as they are delivered to
     * webhooks. Use `type` to tell events apart. Ignore types that you do not know.
     *
     * **Newest first** (`order=desc`, the default) suits people. While `hasMore` is true, request the next page with
     * `cursor` set to `nextCursor`.
     *
     * **Oldest first** (`order=asc`) suits programs that process every event. Start at the oldest event, or use `after` to
     * start after an event that you know. `nextCursor` is always present. Store it and send it as `cursor` with the next
     * request: immediately while `hasMore` is true, later if it is false. With `type`, a page may have fewer events than
     * `limit`, or none, while `hasMore` is true. No event is ever skipped, not even one that was committed late. For this
     * reason the order is not strictly that of `created`. `after` without `order=asc`, or together with `cursor`, is a
     * 400. So is `objectId` with `order=asc`.
     *
     * @returns WebhookEventPage A page of events.
     * @throws ApiError
     */
    public listEvents({
        limit,
        cursor,
        type,
        objectId,
        order,
        after,
    }: {
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {}),
        /**
         * Only events of this payment, refund, dispute, customer, subscription or checkout session. It cannot be combined with `order=asc`.
         */
        objectId?: string,
        /**
         * Newest first (`desc`, the default) or oldest first (`asc`). Send `asc` together with `cursor`, because a cursor works only for the order that it was issued for.
         */
        order?: 'desc' | 'asc',
        /**
         * Start after the event with this id. Requires `order=asc`. Without it, the list starts at the oldest event. It cannot be combined with `cursor`.
         */
        after?: string,
    }): CancelablePromise<WebhookEventPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events',
            query: {
                'limit': limit,
                'cursor': cursor,
                'type': type,
                'objectId': objectId,
                'order': order,
                'after': after,
            },
        });
    }
    /**
     * Stream events
     * Streams the events of your account in the mode of the key as they happen, as Server-Sent Events. The response does
     * not end by itself. Each message contains one event in a single line of `data`. It is byte for byte the body of a
     * webhook delivery. There is no `event` field: use `type` inside the event. The `type` parameter limits the stream to
     * one event type.
     *
     * **No gaps.** `id` is the position of the stream. It is opaque, and the stream sends one first, before any event. To
     * resume, send the last `id` as `Last-Event-ID`. Browsers do this by themselves. The stream continues after that
     * position: no event is skipped or repeated, not even one that was committed late. For this reason the order is not
     * strictly that of `created`. Without `Last-Event-ID`, the stream starts with new events. An `id` does not expire: if
     * the next events are older than the retention of your account, the stream continues with the oldest event that is
     * left. An `id` that was never issued, or the id of an event that does not exist, gets 400 `invalid_cursor`.
     *
     * **Heartbeats.** When there are no events, the stream sends a comment every 15 seconds, sometimes with a newer `id`.
     * Clients ignore comments. If a stream has been silent for 45 seconds, treat the connection as lost. The operator of
     * an instance may set another interval.
     *
     * **End of a stream.** A stream ends after one hour at most, when the service restarts, within 5 seconds after its key
     * is revoked, and when you do not read for 30 seconds. A stream that ends normally sends the comment `: end` last. A
     * stream that ends without it was interrupted. In both cases reconnect after the milliseconds in `retry`, or after the
     * seconds in `Retry-After` if you get a 429 or 503.
     *
     * A stream counts as one request against the limit of the account. In each process of the API, an account may have 10
     * open streams. Another one gets 429 `too_many_streams`. A HEAD request opens no stream. A request that accepts only
     * JSON gets 406.
     *
     * @returns string The stream.
     * @throws ApiError
     */
    public streamEvents({
        type,
        lastEventId,
    }: {
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {}),
        /**
         * Where to continue. Either the last `id` that the stream sent, whatever its `type` filter was, or the id of an event (`evt_…`) to start after. Without it, the stream starts with new events.
         */
        lastEventId?: string,
    }): CancelablePromise<string> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events/stream',
            headers: {
                'Last-Event-ID': lastEventId,
            },
            query: {
                'type': type,
            },
        });
    }
    /**
     * Retrieve an event
     * Returns one event, exactly as it is delivered to webhooks.
     * @returns WebhookEvent The event.
     * @throws ApiError
     */
    public getEvent({
        eventId,
    }: {
        /**
         * The event's id.
         */
        eventId: string,
    }): CancelablePromise<WebhookEvent> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events/{eventId}',
            path: {
                'eventId': eventId,
            },
        });
    }
}
