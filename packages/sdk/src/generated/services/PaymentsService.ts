/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AdvanceTestClock } from '../models/AdvanceTestClock';
import type { CreatePayment } from '../models/CreatePayment';
import type { Payment } from '../models/Payment';
import type { PaymentDecision } from '../models/PaymentDecision';
import type { PaymentPage } from '../models/PaymentPage';
import type { PaymentTimeline } from '../models/PaymentTimeline';
import type { TestClock } from '../models/TestClock';
import type { UpdatePayment } from '../models/UpdatePayment';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class PaymentsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a payment
     * Creates a payment and starts to process it. The answer comes at once with `status: "pending"`; the outcome arrives as
     * a `payment.completed` or `payment.failed` event, or by reading the payment again. `payment.pending` announces the
     * payment itself. With `?wait=10` the answer is held back for up to ten seconds, until the payment is settled, authorized
     * or your customer has to act; if nothing of it happens by then it is answered as pending, and goes on.
     *
     * Only `amount` is required: an integer in the currency's smallest unit, so ten dollars are
     * `{"value": 1000, "currency": "USD"}`, a thousand yen `{"value": 1000, "currency": "JPY"}`, and one dinar
     * `{"value": 1000, "currency": "KWD"}`. A `customer` is named by `id`, or found by e-mail, whatever its case, or created.
     * `metadata` is yours: it comes back equal to what you sent. A card number in any text is refused.
     *
     * With `captureMethod: manual` the money is only held: the payment reaches the stage `authorized`, and you capture or cancel
     * it. `payment.authorized` tells webhooks that list it. With `expiresAt` a payment that is still pending by then fails as
     * `expired`, after what is held has been released; while it is with the payment processor its outcome is awaited first. A
     * payment of at least one of your account's approval thresholds starts in `awaiting_approval`.
     *
     * Send an `Idempotency-Key`, so that a retry after a lost answer cannot charge twice.
     *
     * **Sandbox.** With a test key no money moves and a payment completes after about a second. `metadata.sandbox` chooses
     * another outcome:
     *
     * | value | outcome |
     * |---|---|
     * | `approve` | completed |
     * | `decline:<code>` | failed, with `<code>` as the failure code, for example `decline:insufficient_funds` |
     * | `hold` | stays pending, waiting for approval |
     * | `delay:<ms>` | completed after that many milliseconds |
     * | `refund_fail` | completed, but its refunds fail |
     * | `action` | `requires_action`: follow `nextAction` |
     * | `timeout_then_approve` | the processor's first answer is lost; completed after a few seconds |
     * | `timeout_forever` | no answer ever comes: `requires_attention` after 24 hours |
     *
     * `nextAction.url` of an `action` payment is a page of this instance with two buttons, for the customer to pay or to decline.
     * A test without a browser does the same with `curl -d outcome=complete <url>`, or `outcome=decline`: the payment goes on, or
     * fails with the code `customer_declined`.
     *
     * Any other value is plain metadata. With a live key it has no meaning.
     *
     * @returns Payment The payment, pending.
     * @throws ApiError
     */
    public createPayment({
        requestBody,
        wait,
        idempotencyKey,
        traceparent,
    }: {
        /**
         * The payment to make.
         */
        requestBody: CreatePayment,
        /**
         * The number of seconds, 0 to 20, to wait for an outcome before responding. The response is sent as soon as the payment is completed or failed, or reaches the stage `authorized` or `requires_action`. Otherwise, or without `wait`, the payment is returned as it is. The status is always 201.
         */
        wait?: number,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * W3C Trace Context. Everything that this request causes belongs to this trace. The events that follow are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments',
            headers: {
                'Idempotency-Key': idempotencyKey,
                'traceparent': traceparent,
            },
            query: {
                'wait': wait,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * List payments
     * The payments of your account in the key's mode, newest first, a page at a time. While `hasMore` is true, ask again
     * with `cursor` set to `nextCursor` and the same filters. A payment that is created while you read does not move the
     * pages that follow.
     *
     * All filters given must fit. `amountMin` and `amountMax` need `currency`; they and `metadata[key]` also need a created
     * range, `createdFrom` and `createdTo`, of at most 90 days. Otherwise the answer is 400 `invalid_query`.
     *
     * @returns PaymentPage A page of payments.
     * @throws ApiError
     */
    public listPayments({
        limit,
        cursor,
        status,
        customerId,
        currency,
        reference,
        email,
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only payments with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
        /**
         * Only objects of this customer.
         */
        customerId?: string,
        /**
         * Only amounts in this currency (ISO 4217 code).
         */
        currency?: string,
        /**
         * Only payments with exactly this reference.
         */
        reference?: string,
        /**
         * Only objects of the customer with this e-mail address. Upper and lower case are treated as equal.
         */
        email?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
         */
        createdTo?: string,
        /**
         * Only amounts of at least this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom` and `createdTo` at most 90 days apart.
         */
        amountMin?: number,
        /**
         * Only amounts of at most this value, in the smallest unit of `currency`. It needs `currency`, and `createdFrom` and `createdTo` at most 90 days apart.
         */
        amountMax?: number,
        /**
         * Only objects with these metadata values, compared as text. For example, `metadata[orderId]=1042` matches `"1042"` and `1042`. Only top-level keys can be used. If you send several, all must match. It needs `createdFrom` and `createdTo` at most 90 days apart.
         */
        metadata?: Record<string, string>,
    }): CancelablePromise<PaymentPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'customerId': customerId,
                'currency': currency,
                'reference': reference,
                'email': email,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
                'amountMin': amountMin,
                'amountMax': amountMax,
                'metadata': metadata,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Retrieve a payment
     * One payment as it stands now. `status` says whether it is still `pending` or ended as `completed` or `failed`, both
     * final; while it is pending, `stage` says what it waits for, and after a failure `failure` says why.
     *
     * A payment of another account or of the other mode does not exist for this key: 404.
     *
     * @returns Payment The payment.
     * @throws ApiError
     */
    public getPayment({
        paymentId,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments/{paymentId}',
            path: {
                'paymentId': paymentId,
            },
            errors: {
                304: `The version of the object still matches \`If-None-Match\`. \`*\` matches every version. There is no body. You get this response only if you send \`If-None-Match\`.`,
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Update a payment
     * Changes `description` and `metadata`, at any time, also of a settled payment; what you leave out stays. `metadata` is
     * merged (RFC 7396): keys that you name are set, a key with `null` is removed. Both media types mean the same. Amount,
     * customer and reference never change. `version` grows by one; no event is sent.
     *
     * @returns Payment The payment as it is now.
     * @throws ApiError
     */
    public updatePayment({
        paymentId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * What to change.
         */
        requestBody: UpdatePayment,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/payments/{paymentId}',
            path: {
                'paymentId': paymentId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * Approve a payment
     * Lets a payment go on that waits for a person. From `awaiting_approval` it is sent to the payment processor, and its
     * outcome follows as an event. From `requires_attention`, approving says that you have found out that what the payment
     * processor was last asked for has happened; the attempts in the timeline show what that was.
     *
     * | stage | in doubt | `captureMethod` | becomes |
     * |---|---|---|---|
     * | `awaiting_approval` | | | `pending`, `processing` |
     * | `requires_attention` | the authorization | `automatic` | `completed`: the money has been taken |
     * | | the authorization | `manual` | `pending`, `authorized`: the money is held |
     * | | the capture | `manual` | `completed`: the money has been taken |
     * | | the release after a cancellation, an expiry or a rejection | `automatic` | `completed`: it came too late, the money has been taken |
     * | | the same | `manual` | `pending`, `authorized`: the money is held still. Capture or cancel it; `expiresAt` is null from then on |
     * | | a capture or a release that was refused with the code `already_captured` | `manual` | `completed`: the money was taken by another capture, as by hand |
     * | any other, or settled | | | 409 `state_conflict` |
     *
     * If the payment processor says afterwards that nothing is held, a payment that is `authorized` by your word is `failed`.
     *
     * Where this cannot be done the answer is 409 with `currentStatus`, `currentStage` and `allowedActions`, and nothing changes. When several people decide at once, one wins. To try it, create a payment with a
     * test key and `"metadata": {"sandbox": "hold"}`. The body may be left out.
     *
     * @returns Payment The payment as it is now.
     * @throws ApiError
     */
    public approvePayment({
        paymentId,
        idempotencyKey,
        ifMatch,
        traceparent,
        requestBody,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. Everything that this request causes belongs to this trace. The events that follow are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * What to note in the timeline.
         */
        requestBody?: PaymentDecision,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments/{paymentId}/approve',
            path: {
                'paymentId': paymentId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
                'traceparent': traceparent,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * Reject a payment
     * Refuses a payment that waits for a person: it is `failed`, with the failure code `rejected`, and `payment.failed` is sent.
     * From `requires_attention` what may be held at the payment processor is released first; until then the stage is
     * `processing`.
     *
     * | stage | in doubt | becomes |
     * |---|---|---|
     * | `awaiting_approval` | | `failed`, code `rejected` |
     * | `requires_attention` | the authorization or the capture | released, then `failed`, code `rejected` |
     * | | the release after a cancellation, an expiry or a rejection | `failed`, code `rejected`, at once: you have the last word |
     * | any other, or settled | | 409 `state_conflict` |
     *
     * Where the release is refused because the money has been taken after all, the payment is `completed`: refund it. Where it
     * is refused and the money is held nevertheless, or nothing can be learned, the payment is `requires_attention` again.
     *
     * Where this cannot be done the answer is 409 with `currentStatus`, `currentStage` and `allowedActions`, and nothing changes. The body may be left out.
     *
     * @returns Payment The payment as it is now.
     * @throws ApiError
     */
    public rejectPayment({
        paymentId,
        idempotencyKey,
        ifMatch,
        traceparent,
        requestBody,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. Everything that this request causes belongs to this trace. The events that follow are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * What to note in the timeline.
         */
        requestBody?: PaymentDecision,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments/{paymentId}/reject',
            path: {
                'paymentId': paymentId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
                'traceparent': traceparent,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * Cancel a payment
     * Takes a payment back before money moves: it is `failed`, with the failure code `cancelled`, and `payment.failed` is sent.
     * What is held at the payment processor is released first; until then the stage is `processing`.
     *
     * | stage | becomes |
     * |---|---|
     * | `awaiting_approval` | `failed`, code `cancelled` |
     * | `requires_action`, `authorized` | released, then `failed`, code `cancelled` |
     * | `processing` | 409 `payment_in_flight`: money may be moving |
     * | `requires_attention`, or settled | 409 `state_conflict` |
     *
     * Where this cannot be done the answer is 409 with `currentStatus`, `currentStage` and `allowedActions`, and nothing changes. The body may be left out.
     *
     * @returns Payment The payment as it is now.
     * @throws ApiError
     */
    public cancelPayment({
        paymentId,
        idempotencyKey,
        ifMatch,
        traceparent,
        requestBody,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. Everything that this request causes belongs to this trace. The events that follow are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * What to note in the timeline.
         */
        requestBody?: PaymentDecision,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments/{paymentId}/cancel',
            path: {
                'paymentId': paymentId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
                'traceparent': traceparent,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * Capture a payment
     * Takes the money that is held for a payment with `captureMethod: manual`, all of it. The payment goes to the payment
     * processor again, and its outcome follows as `payment.completed` or `payment.failed`.
     *
     * | stage | becomes |
     * |---|---|
     * | `authorized` | `pending`, `processing`; then `completed` |
     * | any other, or settled | 409 `state_conflict` |
     *
     * Where this cannot be done the answer is 409 with `currentStatus`, `currentStage` and `allowedActions`, and nothing changes.
     * To try it, create a payment with a test key and `captureMethod: manual`. The body may be left out.
     *
     * @returns Payment The payment as it is now.
     * @throws ApiError
     */
    public capturePayment({
        paymentId,
        idempotencyKey,
        ifMatch,
        requestBody,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * What to note in the timeline.
         */
        requestBody?: PaymentDecision,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments/{paymentId}/capture',
            path: {
                'paymentId': paymentId,
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
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
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
     * Retrieve the timeline of a payment
     * What happened to a payment, in order of time: every state that it was in (`timeline.state`), every request to the payment
     * processor (`timeline.attempt`), every refund as it was made and as it ended (`timeline.refund`), and every delivery of its
     * events and those of its refunds to your endpoints (`timeline.delivery`), whose attempts the delivery itself lists. At most
     * 1,000 entries: the payment's own states and attempts are all there, of its refunds and the deliveries as many as fit.
     *
     * @returns PaymentTimeline What happened, the first entry first.
     * @throws ApiError
     */
    public getPaymentTimeline({
        paymentId,
    }: {
        /**
         * The payment's id.
         */
        paymentId: string,
    }): CancelablePromise<PaymentTimeline> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments/{paymentId}/timeline',
            path: {
                'paymentId': paymentId,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Read the clock of test mode
     * The time that the schedules of your test mode go by: when subscriptions are charged and payments expire. It goes as fast
     * as real time and is ahead of it by as much as you have advanced it. Only test mode has such a clock: with a live key the
     * answer is 404.
     *
     * @returns TestClock The clock.
     * @throws ApiError
     */
    public getTestClock(): CancelablePromise<TestClock> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/test/clock',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Advance the clock of test mode
     * Moves the time of your account's test mode on by an ISO 8601 duration, at most `P1Y` at once: everything that is
     * scheduled in between happens, in order. A month or a year is one of the calendar.
     *
     * The answer comes at once. The clock then goes from one due moment to the next: it stands at the moment, does what is
     * due, and waits until the payments that this made are no longer with their processor, for 15 seconds at most; then it
     * goes on. Read the clock until it is `idle`. Meanwhile it cannot be advanced again: 409 `clock_running`.
     *
     * Ids, `createdAt` and `updatedAt`, events, webhook retries and signatures stay on real time. The clock never goes back.
     *
     * @returns TestClock The clock has begun to run.
     * @throws ApiError
     */
    public advanceTestClock({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * How far to go.
         */
        requestBody: AdvanceTestClock,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<TestClock> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/test/clock/advance',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `The clock is still running to its target (\`clock_running\`). Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
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
