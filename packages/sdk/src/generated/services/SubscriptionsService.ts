/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CancelSubscription } from '../models/CancelSubscription';
import type { CreateSubscription } from '../models/CreateSubscription';
import type { Subscription } from '../models/Subscription';
import type { SubscriptionPage } from '../models/SubscriptionPage';
import type { UpdateSubscription } from '../models/UpdateSubscription';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class SubscriptionsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a subscription
     * Charges a customer `amount` once for each period. Period n begins at `startAt` + n x `intervalCount` x `interval`.
     * It is always calculated from `startAt` and in UTC. For example, monthly periods from 31 January begin on 28
     * February, 31 March and 30 April. Yearly periods from 29 February begin on 28 February, and on 29 February in leap
     * years. A period is at most three years long.
     *
     * Each period is charged when it begins, with a separate payment that has the subscription's description and metadata.
     * Without `startAt`, or if `startAt` is now, the first payment is made immediately and the subscription is `active`.
     * With a later `startAt`, it is `scheduled` until then. A `startAt` more than five minutes in the past is refused.
     *
     * | what happens | `status` |
     * |---|---|
     * | the payment of a period fails | `past_due`, `subscription.past_due`; it is retried 1, 3 and 5 days after it was due. If a failure becomes known only after the time of the next retry, that retry is one day (the first) or two days after the failure |
     * | a retry is completed | `active` |
     * | the last retry fails too | `cancelled`, `subscription.cancelled` |
     *
     * A period never has more than one payment in progress or more than one completed payment. Periods are paid in order:
     * the next one waits until the previous one is paid. Missed periods are charged later: after an outage of three
     * periods, three payments are made, one after the other.
     *
     * With a test key, `metadata.sandbox` selects the outcome of the payments, and you can advance the test clock to see a
     * year pass.
     *
     * @returns Subscription The subscription.
     * @throws ApiError
     */
    public createSubscription({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The subscription to create.
         */
        requestBody: CreateSubscription,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/subscriptions',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List subscriptions
     * Returns the subscriptions of your account in the mode of the key, newest first, one page at a time. All filters that you send must match.
     * @returns SubscriptionPage A page of subscriptions.
     * @throws ApiError
     */
    public listSubscriptions({
        limit,
        cursor,
        status,
        customerId,
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
         * Only subscriptions with this status.
         */
        status?: 'scheduled' | 'active' | 'past_due' | 'cancelled',
        /**
         * Only objects of this customer.
         */
        customerId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
    }): CancelablePromise<SubscriptionPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/subscriptions',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'customerId': customerId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
        });
    }
    /**
     * Retrieve a subscription
     * Returns the current state of one subscription. `nextPaymentAt` is the time of the next charge, for a new period or as a retry for the current one.
     * @returns Subscription The subscription.
     * @throws ApiError
     */
    public getSubscription({
        subscriptionId,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/subscriptions/{subscriptionId}',
            path: {
                'subscriptionId': subscriptionId,
            },
        });
    }
    /**
     * Update a subscription
     * Changes the fields that you send and keeps the others. `metadata` is merged, and null removes a value. Both media
     * types have the same meaning.
     *
     * - A new `amount`, `interval` or `intervalCount` applies from the next period. The payment for the current period and
     * its retries stay the same. The new schedule starts at the end of the current period.
     * - `paymentMethodId`, `description` and `metadata` apply to the next payment, even if it is a retry for a period that
     * is `past_due`.
     * - `"cancelAtPeriodEnd": false` revokes a cancellation that has not happened yet. True is the same as cancelling at
     * the end of the period.
     *
     * For a cancelled subscription you can only change `description` and `metadata`. Other changes return 409
     * `state_conflict`. With `If-Match`, the change is made only if the subscription is still at the version that you have
     * read.
     *
     * @returns Subscription The updated subscription.
     * @throws ApiError
     */
    public updateSubscription({
        subscriptionId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
        /**
         * What to change.
         */
        requestBody: UpdateSubscription,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/subscriptions/{subscriptionId}',
            path: {
                'subscriptionId': subscriptionId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * Cancel a subscription
     * Cancels a subscription immediately, or at the end of the current period with `atPeriodEnd`. Until then it continues
     * with `cancelAtPeriodEnd` true, including retries of a failed payment, but no further period begins. A subscription
     * whose first period has not begun ends immediately in both cases.
     *
     * The event `subscription.cancelled` is sent when the subscription has ended. A payment that waits for approval is
     * cancelled with it, and so is one that its processor has not received so far. One that is being processed is not stopped,
     * and nothing is refunded. A subscription that is already
     * cancelled returns 409 `state_conflict`. The body is optional.
     *
     * @returns Subscription The updated subscription.
     * @throws ApiError
     */
    public cancelSubscription({
        subscriptionId,
        idempotencyKey,
        ifMatch,
        requestBody,
    }: {
        /**
         * The subscription's id.
         */
        subscriptionId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * When to end it.
         */
        requestBody?: CancelSubscription,
    }): CancelablePromise<Subscription> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/subscriptions/{subscriptionId}/cancel',
            path: {
                'subscriptionId': subscriptionId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
}
