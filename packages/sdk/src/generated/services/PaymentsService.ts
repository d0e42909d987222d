/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApprovePayment } from '../models/ApprovePayment';
import type { CapturePayment } from '../models/CapturePayment';
import type { CreatePayment } from '../models/CreatePayment';
import type { Payment } from '../models/Payment';
import type { PaymentDecision } from '../models/PaymentDecision';
import type { PaymentPage } from '../models/PaymentPage';
import type { PaymentTimeline } from '../models/PaymentTimeline';
import type { UpdatePayment } from '../models/UpdatePayment';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class PaymentsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a payment
     * Creates a payment and starts to process it. The response comes immediately, with `status: "pending"`. The outcome
     * follows as a `payment.completed` or `payment.failed` event. You can also read the payment again. The event
     * `payment.pending` announces the payment itself. With `?wait=10`, the response waits for up to ten seconds until the
     * payment is completed, failed or authorized, or until your customer has to act. If none of this happens in time, the
     * payment is returned as pending and processing continues.
     *
     * Only `amount` is required. It is an integer in the smallest unit of its currency: ten dollars are
     * `{"value": 1000, "currency": "USD"}`, a thousand yen `{"value": 1000, "currency": "JPY"}`, and one dinar
     * `{"value": 1000, "currency": "KWD"}`. Identify a `customer` by `id` or by e-mail address. An unknown address creates
     * a customer; upper and lower case are treated as equal. `metadata` is your own data and is returned as you sent it. A
     * card number in any text is refused.
     *
     * With `captureMethod: manual`, the money is only held. The payment reaches the stage `authorized`, and webhooks that
     * list `payment.authorized` receive that event. Then capture or cancel the payment. With `expiresAt`, a payment that
     * is still pending at that time fails with the code `expired`. Held money is released first. If the payment is with
     * the payment processor at that time, its outcome is awaited first. A payment that reaches an approval threshold of
     * your account starts in `awaiting_approval`.
     *
     * Send an `Idempotency-Key`, so that a retry after a lost response cannot charge twice.
     *
     * **Sandbox.** With a test key no money moves, and a payment completes after about one second. `metadata.sandbox`
     * selects another outcome:
     *
     * | value | outcome |
     * |---|---|
     * | `approve` | completed |
     * | `decline:<code>` | failed, with `<code>` as the failure code, for example `decline:insufficient_funds` |
     * | `hold` | stays pending and waits for approval |
     * | `delay:<ms>` | completed after that many milliseconds |
     * | `refund_fail` | completed, but its refunds fail |
     * | `action` | `requires_action`: follow `nextAction` |
     * | `timeout_then_approve` | the first response of the processor is lost; completed after a few seconds |
     * | `timeout_forever` | the processor never responds: `requires_attention` after 24 hours |
     *
     * For an `action` payment, `nextAction.url` is a page of this instance with two buttons. The customer pays with one
     * and declines with the other. A test without a browser uses `curl -d outcome=complete <url>` or `outcome=decline`.
     * The payment then continues, or fails with the code `customer_declined`.
     *
     * A `<code>` has 1 to 64 characters of `a-z`, `0-9` and `_`. `<ms>` has at most 7 digits. Any other value is ordinary
     * metadata. With a live key, `metadata.sandbox` has no effect.
     *
     * @returns Payment The payment, usually pending.
     * @throws ApiError
     */
    public createPayment({
        requestBody,
        wait,
        idempotencyKey,
        traceparent,
    }: {
        /**
         * The payment to create.
         */
        requestBody: CreatePayment,
        /**
         * The number of seconds, 0 to 20, to wait for an outcome before responding. The response is sent as soon as the payment is completed or failed, or reaches the stage `authorized` or `requires_action`. Otherwise, or without `wait`, the payment is returned as it is. The status is always 201. A retry with the same idempotency key returns the payment as it was created, or with `wait` its state after waiting.
         */
        wait?: number,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
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
        });
    }
    /**
     * List payments
     * Returns the payments of your account in the mode of the key, one page at a time: newest first, or oldest first with
     * `order=asc`. While `hasMore` is true, request the next page with `cursor` set to `nextCursor` and with the same
     * filters and order. Payments that are created while you read do not move the following pages. With `order=asc`, a
     * payment of the last seconds may appear before a page that you have read already. To miss no payment, follow the
     * events with `GET /v1/events?order=asc`.
     *
     * All filters that you send must match. `amountMin` and `amountMax` need `currency`. `amountMin`, `amountMax` and
     * `metadata[key]` also need `createdFrom`, and `createdTo` (by default the present) at most 90 days later. Otherwise the response is 400
     * `invalid_query`.
     *
     * @returns PaymentPage A page of payments.
     * @throws ApiError
     */
    public listPayments({
        limit,
        cursor,
        order,
        status,
        stage,
        customerId,
        subscriptionId,
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Newest first (`desc`, the default) or oldest first (`asc`). Send `asc` together with `cursor`, because a cursor works only for the order that it was issued for.
         */
        order?: 'desc' | 'asc',
        /**
         * Only payments with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
        /**
         * Only pending payments in this stage, for example those that wait for approval.
         */
        stage?: 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention' | (string & {}),
        /**
         * Only objects of this customer.
         */
        customerId?: string,
        /**
         * Only payments of this subscription.
         */
        subscriptionId?: string,
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
    }): CancelablePromise<PaymentPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments',
            query: {
                'limit': limit,
                'cursor': cursor,
                'order': order,
                'status': status,
                'stage': stage,
                'customerId': customerId,
                'subscriptionId': subscriptionId,
                'currency': currency,
                'reference': reference,
                'email': email,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
                'amountMin': amountMin,
                'amountMax': amountMax,
                'metadata': metadata,
            },
        });
    }
    /**
     * Retrieve a payment
     * Returns the current state of one payment. `status` is `pending`, `completed` or `failed`. The last two are final.
     * While the payment is pending, `stage` shows what it is waiting for. After a failure, `failure` contains the reason.
     *
     * A payment of another account or of the other mode does not exist for this key and is a 404.
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
        });
    }
    /**
     * Update a payment
     * Changes `description` and `metadata`. You can do this at any time, even if the status of the payment is final. Fields that you leave out stay unchanged. `metadata` is merged (RFC 7396): keys that you send are set, and a key with `null` is removed. Both media types have the same meaning. Amount, customer and reference never change. `version` increases by one, and no event is sent.
     * @returns Payment The updated payment.
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
        });
    }
    /**
     * Approve a payment
     * Approves a payment that waits for a decision. From `awaiting_approval` it is sent to the payment processor, and the
     * outcome follows as an event. From `requires_attention`, approving confirms that the last operation at the payment
     * processor did happen. The attempts in the timeline show which operation that was. Check with the payment processor
     * before you confirm.
     *
     * | stage | unclear operation | `captureMethod` | result |
     * |---|---|---|---|
     * | `awaiting_approval` | | | `pending`, `processing` |
     * | `requires_attention` | the authorization | `automatic` | `completed`: the money was taken |
     * | | the authorization | `manual` | `pending`, `authorized`: the money is held |
     * | | the capture | `manual` | `completed`: the money was taken |
     * | | the release after a cancellation, an expiry or a rejection | `automatic` | `completed`: the release came too late, the money was taken |
     * | | the same | `manual` | `pending`, `authorized`: the money is still held. Capture or cancel it; `expiresAt` becomes null |
     * | | a capture or a release that was refused with the code `already_captured` | `manual` | `completed`: the money was taken by another capture, for example a manual one at the processor |
     * | any other, or final | | | 409 `state_conflict` |
     *
     * If another capture took less than everything, give its `amount`. Then this amount is captured and can be refunded.
     *
     * | `amount` | result |
     * |---|---|
     * | left out | what a capture of yours asked for, or else everything |
     * | less | this part was captured, for example manually at the processor, and the rest was released |
     * | more than the payment, or in another currency | 422 `validation_failed` with `out_of_range` |
     * | given, but the approval does not complete a payment with `captureMethod: manual` | 422 `validation_failed` with `not_accepted` at `/amount` |
     *
     * If you approve a payment to `authorized` and the payment processor later reports that nothing is held, the payment
     * becomes `failed`.
     *
     * If the payment cannot be approved, the response is 409 with `currentStatus`, `currentStage` and `allowedActions`,
     * and nothing changes. If several people decide at the same time, one decision wins. To try it, create a payment with
     * a test key and `"metadata": {"sandbox": "hold"}`. The body is optional.
     *
     * @returns Payment The updated payment.
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
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * A note for the timeline and, if another capture took the money, how much.
         */
        requestBody?: ApprovePayment,
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
        });
    }
    /**
     * Reject a payment
     * Rejects a payment that waits for a decision. It becomes `failed` with the failure code `rejected`, and
     * `payment.failed` is sent. From `requires_attention`, money that may be held at the payment processor is released
     * first. Until then the stage is `processing`.
     *
     * | stage | unclear operation | result |
     * |---|---|---|
     * | `awaiting_approval` | | `failed`, code `rejected` |
     * | `requires_attention` | the authorization or the capture | released, then `failed`, code `rejected` |
     * | | the release after a cancellation, an expiry or a rejection | `failed`, code `rejected`, immediately: your decision is final |
     * | any other, or final | | 409 `state_conflict` |
     *
     * If the release is refused because the money was already taken, the payment becomes `completed`. Refund it. If the
     * release is refused although the money is still held, or its outcome stays unknown, the payment returns to
     * `requires_attention`.
     *
     * If the payment cannot be rejected, the response is 409 with `currentStatus`, `currentStage` and `allowedActions`,
     * and nothing changes. The body is optional.
     *
     * @returns Payment The updated payment.
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
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * A note for the timeline.
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
        });
    }
    /**
     * Cancel a payment
     * Cancels a payment before money moves. It becomes `failed` with the failure code `cancelled`, and `payment.failed` is
     * sent. Money that is held at the payment processor is released first. Until then the stage is `processing`.
     *
     * | stage | result |
     * |---|---|
     * | `awaiting_approval` | `failed`, code `cancelled` |
     * | `requires_action`, `authorized` | released, then `failed`, code `cancelled`; `completed` if the customer paid first |
     * | `processing` | 409 `payment_in_flight`: it is being sent, or money may be moving. If a request has failed and the processor certainly received nothing: fails at once, code `cancelled` |
     * | `requires_attention`, or final | 409 `state_conflict` |
     *
     * If the payment cannot be cancelled, the response is 409 with `currentStatus`, `currentStage` and `allowedActions`,
     * and nothing changes. The body is optional.
     *
     * @returns Payment The updated payment.
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
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * A note for the timeline.
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
        });
    }
    /**
     * Capture a payment
     * Captures the money that is held for a payment with `captureMethod: manual`: `amount`, or all of `amountCapturable`. The
     * rest is released. The payment is sent to the payment processor again, and the outcome follows as `payment.completed`
     * or `payment.failed`. A payment is captured once.
     *
     * | `amount` | result |
     * |---|---|
     * | left out, or the amount of the payment | everything is captured |
     * | less | this part is captured, and the rest is released |
     * | less, and the processor cannot capture it | 422 `validation_failed` with `not_accepted` at `/amount` |
     * | more, or in another currency | 422 `validation_failed` with `out_of_range` |
     * | a different amount than a capture that was already sent | 409 `state_conflict` |
     *
     * | stage | result |
     * |---|---|
     * | `authorized` | `pending`, `processing`; then `completed` |
     * | any other, or final | 409 `state_conflict` |
     *
     * If the payment cannot be captured, the response is 409 with `currentStatus`, `currentStage` and `allowedActions`,
     * and nothing changes. To try it, create a payment with a test key and `captureMethod: manual`. The body is optional.
     *
     * @returns Payment The updated payment.
     * @throws ApiError
     */
    public capturePayment({
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
         * W3C Trace Context. What this request causes belongs to this trace. The events that it causes are delivered with a `traceparent` of the same trace id. If the header is missing or malformed, a new trace begins. This is not an error.
         */
        traceparent?: string,
        /**
         * The amount, and a note for the timeline.
         */
        requestBody?: CapturePayment,
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
                'traceparent': traceparent,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * Retrieve the timeline of a payment
     * Returns what happened to a payment, in order of time. There are five types of entries:
     *
     * - `timeline.state`: a state of the payment.
     * - `timeline.attempt`: a request to the payment processor.
     * - `timeline.refund`: a refund that was created, was completed, or failed.
     * - `timeline.dispute`: a dispute that became known, has another status, or moved money.
     * - `timeline.delivery`: a delivery of an event of the payment, its refunds or its disputes to one of your endpoints. Read the
     * delivery for its attempts.
     *
     * There are at most 1,000 entries. All states and attempts of the payment are included, and as many of its refunds,
     * disputes and deliveries as fit.
     *
     * @returns PaymentTimeline The entries, oldest first.
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
        });
    }
}
