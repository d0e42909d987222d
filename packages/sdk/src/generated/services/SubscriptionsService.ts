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
     * | the payment of a period fails | `past_due`, `subscription.past_due`; it is retried 1, 3 and 5 days after it was due |
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The first request with this idempotency key is still running. Retry with the same key after the seconds in \`Retry-After\`.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
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
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
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
            errors: {
                304: `The version of the object still matches \`If-None-Match\`. \`*\` matches every version. There is no body. You get this response only if you send \`If-None-Match\`.`,
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The state of the object does not allow this action (\`state_conflict\`, \`payment_in_flight\`). Read \`currentStatus\`, \`currentStage\` and \`allowedActions\`. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The state of the object does not allow this action (\`state_conflict\`, \`payment_in_flight\`). Read \`currentStatus\`, \`currentStage\` and \`allowedActions\`. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
}
