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
     * The refunds of one payment, newest first, a page at a time. Those that are pending or completed make up the payment's
     * `refundedAmount`; failed ones do not count.
     *
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
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
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
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * Refund a payment
     * Gives money of a completed payment back, whole or in part, in as many refunds as you like until nothing remains. Without
     * `amount` all that remains is refunded. The answer comes at once with `status: "pending"`; the outcome arrives as a
     * `refund.completed` or `refund.failed` event, or by reading the refund again.
     *
     * From this answer on the amount counts into the payment's `refundedAmount` and is no longer in its `refundableAmount`:
     * however many refunds are asked for at once, they never exceed the payment. A refund that fails gives its amount free
     * again. The payment's status stays `completed`; its `version` grows whenever these amounts change.
     *
     * | the payment | answer |
     * |---|---|
     * | is pending or failed | 409 `payment_not_refundable`, with `currentStatus` |
     * | is refunded already, and the request has no `amount` | 409 `payment_not_refundable` |
     * | has less left than `amount` | 422 `refund_exceeds_refundable`, with what remains as `refundableAmount` |
     * | is in another currency | 422 `currency_mismatch` |
     * | does not exist for this key | 422 `validation_failed`, `not_found` at `/paymentId` |
     *
     * Send an `Idempotency-Key`, so that a retry after a lost answer cannot refund twice.
     *
     * **Sandbox.** With a test key no money moves and a refund completes after about a second. `metadata.sandbox` of the refund
     * chooses another outcome:
     *
     * | value | outcome |
     * |---|---|
     * | `refund_fail` | failed, with the failure code `refund_failed`; also as `metadata.sandbox` of the payment, for all its refunds |
     * | `decline:<code>` | failed, with `<code>` as the failure code |
     * | `delay:<ms>` | completed after that many milliseconds |
     * | `timeout_then_approve` | the outcome is unknown for about three seconds, then completed |
     * | `timeout_forever` | the outcome stays unknown, and the refund pending |
     *
     * Any other value is plain metadata. With a live key it has no meaning.
     *
     * @returns Refund The refund, pending.
     * @throws ApiError
     */
    public createRefund({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The refund to make.
         */
        requestBody: CreateRefund,
        /**
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Refund> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/refunds',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `Nothing of the payment can be refunded as it is now (\`payment_not_refundable\`): \`currentStatus\`, \`currentStage\` and \`refundableAmount\` say how it stands. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The amount is more than what remains (\`refund_exceeds_refundable\`, with \`refundableAmount\`) or in another currency than the payment (\`currency_mismatch\`); or the body does not fit the schema or names no payment (\`validation_failed\`), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * List refunds
     * The refunds of your account in the key's mode, newest first, a page at a time. While `hasMore` is true, ask again with
     * `cursor` set to `nextCursor` and the same filters.
     *
     * All filters given must fit. `amountMin` and `amountMax` need `currency`; they and `metadata[key]` also need a created
     * range, `createdFrom` and `createdTo`, of at most 90 days. Otherwise the answer is 400 `invalid_query`.
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
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
         */
        cursor?: string,
        /**
         * Only refunds with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
        /**
         * Only those of this payment.
         */
        paymentId?: string,
        /**
         * Only amounts in this currency, an ISO 4217 code.
         */
        currency?: string,
        /**
         * Only what was created at this time or later, ISO 8601 with its offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only what was created before this time, which is not included itself.
         */
        createdTo?: string,
        /**
         * Only amounts of this value or more, in the smallest unit of `currency`, which it needs, and within a created range of at most 90 days.
         */
        amountMin?: number,
        /**
         * Only amounts of this value or less, in the smallest unit of `currency`, which it needs, and within a created range of at most 90 days.
         */
        amountMax?: number,
        /**
         * Only those whose metadata has these values, compared as text: `metadata[orderId]=1042` finds `"1042"` and `1042`. Keys are those of the outermost level; with several, all must fit. Needs a created range of at most 90 days.
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
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * Retrieve a refund
     * One refund as it stands now: `pending` until it ends as `completed` or `failed`, both final; after a failure `failure`
     * says why.
     *
     * A refund of another account or of the other mode does not exist for this key: 404.
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
            errors: {
                304: `The object is still at a version that the \`If-None-Match\` of the request names; \`*\` names every version. There is no body. You get this answer only if you send \`If-None-Match\`.`,
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
}
