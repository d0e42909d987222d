/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Delivery } from '../models/Delivery';
import type { DeliveryPage } from '../models/DeliveryPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class DeliveriesService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * List deliveries of a webhook
     * Returns the deliveries to the endpoint with their attempts, newest first, one page at a time. Use it to find out why a receiver missed an event. Send a failed delivery again with `redeliver`.
     * @returns DeliveryPage A page of deliveries.
     * @throws ApiError
     */
    public listWebhookDeliveries({
        webhookId,
        limit,
        cursor,
        status,
        type,
        eventId,
        createdFrom,
        createdTo,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only deliveries with this status.
         */
        status?: 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled',
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {}),
        /**
         * Only deliveries of this event.
         */
        eventId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
    }): CancelablePromise<DeliveryPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/webhooks/{webhookId}/deliveries',
            path: {
                'webhookId': webhookId,
            },
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'type': type,
                'eventId': eventId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
        });
    }
    /**
     * List deliveries
     * Returns the deliveries to all of your endpoints with their attempts, newest first, one page at a time. You can
     * combine the filters:
     *
     * - `status=failed` returns deliveries whose retries all failed.
     * - `eventId` shows which endpoints received an event.
     * - `webhookId` returns the deliveries of one webhook, even if it was deleted.
     *
     * @returns DeliveryPage A page of deliveries.
     * @throws ApiError
     */
    public listDeliveries({
        limit,
        cursor,
        status,
        webhookId,
        type,
        eventId,
        createdFrom,
        createdTo,
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
         * Only deliveries with this status.
         */
        status?: 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled',
        /**
         * Only deliveries to this webhook.
         */
        webhookId?: string,
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {}),
        /**
         * Only deliveries of this event.
         */
        eventId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
    }): CancelablePromise<DeliveryPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/deliveries',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'webhookId': webhookId,
                'type': type,
                'eventId': eventId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
        });
    }
    /**
     * Retrieve a delivery
     * Returns one delivery with every attempt: when it was made, how long it took, and how the endpoint responded.
     * @returns Delivery The delivery.
     * @throws ApiError
     */
    public getDelivery({
        deliveryId,
    }: {
        /**
         * The delivery's id.
         */
        deliveryId: string,
    }): CancelablePromise<Delivery> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/deliveries/{deliveryId}',
            path: {
                'deliveryId': deliveryId,
            },
        });
    }
    /**
     * Redeliver a delivery
     * Sends the same event to the same endpoint again, byte for byte, as a new delivery with all its attempts. This works
     * for a delivery in any status. A receiver that remembers event ids recognises the event.
     *
     * The response is the new, pending delivery. Follow it at `Location`. While the endpoint is disabled, the delivery
     * waits. If the endpoint was deleted, the response is 409.
     *
     * @returns Delivery The new delivery, pending.
     * @throws ApiError
     */
    public redeliverDelivery({
        deliveryId,
        idempotencyKey,
    }: {
        /**
         * The delivery's id.
         */
        deliveryId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Delivery> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/deliveries/{deliveryId}/redeliver',
            path: {
                'deliveryId': deliveryId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
        });
    }
}
