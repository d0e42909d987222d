/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateRefund } from '../models/CreateRefund';
import type { Refund } from '../models/Refund';
import type { RefundPage } from '../models/RefundPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class RefundsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * List the refunds of a payment
     * Returns the refunds of one payment, newest first, one page at a time. The payment's `refundedAmount` is the sum of those that are pending or completed. Failed refunds do not count.
     * @returns RefundPage A page of the payment's refunds.
     * @throws ApiError
     */
    public listPaymentRefunds({
        paymentId,
        limit,
        cursor,
        status,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only refunds with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
    }): CancelablePromise<RefundPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments/{paymentId}/refunds',
            path: {
                'paymentId': paymentId,
            },
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
            },
        });
    }
    /**
     * Refund a payment
     * Refunds a completed payment in full or in part. A payment can have any number of refunds until nothing is left to
     * refund. Without `amount`, the rest of the payment is refunded. The response comes immediately, with
     * `status: "pending"`. The outcome follows as a `refund.completed` or `refund.failed` event. You can also read the
     * refund again.
     *
     * With this response, the amount moves from the payment's `refundableAmount` to its `refundedAmount`. The refunds of a
     * payment therefore never exceed the payment, even if you create many at the same time. The amount of a failed refund
     * becomes refundable again. The status of the payment stays `completed`. Its `version` increases whenever these
     * amounts change.
     *
     * | the payment | response |
     * |---|---|
     * | is pending or failed | 409 `payment_not_refundable`, with `currentStatus` |
     * | has nothing left after refunds and disputes, and the request has no `amount` | 409 `payment_not_refundable` |
     * | belongs to a processor whose connection was deleted | 409 `payment_not_refundable` |
     * | has less left than `amount` | 422 `refund_exceeds_refundable`, with the rest in `refundableAmount` |
     * | is in another currency | 422 `currency_mismatch` |
     * | does not exist for this key | 422 `validation_failed`, `not_found` at `/paymentId` |
     * | belongs to a processor that cannot express the amount | 422 `validation_failed`, `not_accepted` at `/amount` |
     *
     * Send an `Idempotency-Key`, so that a retry after a lost response cannot refund twice.
     *
     * **Sandbox.** With a test key no money moves, and a refund completes after about one second. `metadata.sandbox` of
     * the refund selects another outcome:
     *
     * | value | outcome |
     * |---|---|
     * | `refund_fail` | failed, with the failure code `refund_failed`; also as `metadata.sandbox` of the payment, for all its refunds |
     * | `decline:<code>` | failed, with `<code>` as the failure code |
     * | `delay:<ms>` | completed after that many milliseconds |
     * | `timeout_then_approve` | the outcome is unknown for about three seconds, then completed |
     * | `timeout_forever` | the outcome stays unknown, and the refund stays pending |
     *
     * A `<code>` has 1 to 64 characters of `a-z`, `0-9` and `_`. `<ms>` has at most 7 digits. Any other value is ordinary
     * metadata. With a live key, `metadata.sandbox` has no effect.
     *
     * @returns Refund The refund, pending.
     * @throws ApiError
     */
    public createRefund({
        requestBody,
        idempotencyKey,
        traceparent,
    }: {
        /**
         * The refund to create.
         */
        requestBody: CreateRefund,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
    }): CancelablePromise<Refund> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/refunds',
            headers: {
                'Idempotency-Key': idempotencyKey,
                'traceparent': traceparent,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List refunds
     * Returns the refunds of your account in the mode of the key, newest first, one page at a time. While `hasMore` is
     * true, request the next page with `cursor` set to `nextCursor` and with the same filters.
     *
     * All filters that you send must match. `amountMin` and `amountMax` need `currency`. `amountMin`, `amountMax` and
     * `metadata[key]` also need `createdFrom`, and `createdTo` (by default the present) at most 90 days later. Otherwise the response is 400
     * `invalid_query`.
     *
     * @returns RefundPage A page of refunds.
     * @throws ApiError
     */
    public listRefunds({
        limit,
        cursor,
        status,
        paymentId,
        currency,
        createdFrom,
        createdTo,
        amountMin,
        amountMax,
        metadata,
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
         * Only refunds with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
        /**
         * Only refunds of this payment.
         */
        paymentId?: string,
        /**
         * Only amounts in this currency (ISO 4217 code).
         */
        currency?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
        /**
         * Only amounts of at least this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom`, with `createdTo` (by default the present) at most 90 days later.
         */
        amountMin?: number,
        /**
         * Only amounts of at most this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom`, with `createdTo` (by default the present) at most 90 days later. A list is empty if this is less than `amountMin`.
         */
        amountMax?: number,
        /**
         * Only objects with these metadata values, compared as text. For example, `metadata[orderId]=1042` matches `"1042"` and `1042`. Only top-level keys can be used. If you send several, all must match. It needs `createdFrom`, with `createdTo` (by default the present) at most 90 days later.
         */
        metadata?: Record<string, string>,
    }): CancelablePromise<RefundPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/refunds',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'paymentId': paymentId,
                'currency': currency,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
                'amountMin': amountMin,
                'amountMax': amountMax,
                'metadata': metadata,
            },
        });
    }
    /**
     * Retrieve a refund
     * Returns the current state of one refund. `status` is `pending`, `completed` or `failed`. Failed is final.
     * After a failure, `failure` contains the reason.
     *
     * A refund of another account or of the other mode does not exist for this key and is a 404.
     *
     * @returns Refund The refund.
     * @throws ApiError
     */
    public getRefund({
        refundId,
    }: {
        /**
         * The refund's id.
         */
        refundId: string,
    }): CancelablePromise<Refund> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/refunds/{refundId}',
            path: {
                'refundId': refundId,
            },
        });
    }
}
