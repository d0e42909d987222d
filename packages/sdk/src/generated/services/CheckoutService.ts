/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckoutSession } from '../models/CheckoutSession';
import type { CheckoutSessionPage } from '../models/CheckoutSessionPage';
import type { CreateCheckoutSession } from '../models/CreateCheckoutSession';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class CheckoutService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a checkout session
     * Creates a page on which your customer pays, and returns its `url`. Send the customer there. The page shows the name
     * of your account, the amount and `lineItems`, in the language of `locale` or of the browser. It works without
     * JavaScript.
     *
     * The payment is created when the customer presses the button on the page. However often the page is opened, there is
     * one payment at a time: another one begins only after the last one has failed, and at most ten in all. When the
     * money is taken or held, the session is `completed`, the event `checkout.completed` is sent, and the customer goes to
     * `successUrl` with `checkoutSessionId`. A customer who returns has not necessarily paid: rely on the event or on the
     * session. Money that is held stays held after `expiresAt`.
     *
     * At `expiresAt` the session expires, and `checkout.expired` is sent. If the processor has the payment by then, its
     * answer decides: a session whose payment was taken at the last moment is `completed`.
     *
     * | processor | what the customer sees |
     * |---|---|
     * | sandbox | chooses the outcome on the page, with a step for 3-D Secure |
     * | `stripe` | a page of Stripe. A refused card can be replaced until the session expires |
     * | `http` | the page that the gateway names |
     *
     * In live mode a connection must take the amount, or the request is refused.
     *
     * @returns CheckoutSession The session.
     * @throws ApiError
     */
    public createCheckoutSession({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The session to create.
         */
        requestBody: CreateCheckoutSession,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<CheckoutSession> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/checkout-sessions',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List checkout sessions
     * Returns the checkout sessions of your account in the mode of the key, newest first, one page at a time. All filters that you send must match.
     * @returns CheckoutSessionPage A page of checkout sessions.
     * @throws ApiError
     */
    public listCheckoutSessions({
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
         * Only checkout sessions with this status.
         */
        status?: 'open' | 'completed' | 'expired' | (string & {}),
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
    }): CancelablePromise<CheckoutSessionPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/checkout-sessions',
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
     * Retrieve a checkout session
     * Returns the current state of one checkout session.
     * @returns CheckoutSession The session.
     * @throws ApiError
     */
    public getCheckoutSession({
        checkoutSessionId,
    }: {
        /**
         * The checkout session's id.
         */
        checkoutSessionId: string,
    }): CancelablePromise<CheckoutSession> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/checkout-sessions/{checkoutSessionId}',
            path: {
                'checkoutSessionId': checkoutSessionId,
            },
        });
    }
    /**
     * Expire a checkout session
     * Ends an open session now. Without a payment in progress it is `expired` at once. With one, the processor is asked to
     * release it, and the session stays `open` with an `expiresAt` that has passed until the processor has answered: it is
     * then `expired`, or `completed` if the customer paid first. Expiring a session twice changes nothing. A completed
     * session returns 409 `state_conflict`. If the customer starts a payment at the same moment, the answer is 503
     * `unavailable`; send the request again.
     *
     * @returns CheckoutSession The updated session.
     * @throws ApiError
     */
    public expireCheckoutSession({
        checkoutSessionId,
        idempotencyKey,
        ifMatch,
    }: {
        /**
         * The checkout session's id.
         */
        checkoutSessionId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<CheckoutSession> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/checkout-sessions/{checkoutSessionId}/expire',
            path: {
                'checkoutSessionId': checkoutSessionId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
            },
        });
    }
}
