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
         * For how many seconds, 0 to 20, to hold the answer back until the payment is settled, or waits for you or your customer: in stage `authorized` or `requires_action`. If it does neither by then, or without `wait`, it is answered as it is. The status is 201 either way.
         */
        wait?: number,
        /**
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * W3C Trace Context. What this request leads to belongs to the trace that it names: the events that follow from it are delivered with a `traceparent` of the same trace id. One that is missing or malformed is no error: a trace begins here.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The first request with this idempotency key is still running; try again after \`Retry-After\` with the same key.`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
         */
        cursor?: string,
        /**
         * Only payments with this status.
         */
        status?: 'pending' | 'completed' | 'failed',
        /**
         * Only those of this customer.
         */
        customerId?: string,
        /**
         * Only amounts in this currency, an ISO 4217 code.
         */
        currency?: string,
        /**
         * Only those with exactly this reference.
         */
        reference?: string,
        /**
         * Only those of the customer with this e-mail address, whatever its case.
         */
        email?: string,
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
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. What this request leads to belongs to the trace that it names: the events that follow from it are delivered with a `traceparent` of the same trace id. One that is missing or malformed is no error: a trace begins here.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. What this request leads to belongs to the trace that it names: the events that follow from it are delivered with a `traceparent` of the same trace id. One that is missing or malformed is no error: a trace begins here.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
         */
        ifMatch?: string,
        /**
         * W3C Trace Context. What this request leads to belongs to the trace that it names: the events that follow from it are delivered with a `traceparent` of the same trace id. One that is missing or malformed is no error: a trace begins here.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have seen. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas. Without it, the change is made whatever the version.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The object is in a state in which this cannot be done (\`state_conflict\`, \`payment_in_flight\`): \`currentStatus\`, \`currentStage\` and \`allowedActions\` say what can. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The clock is still on its way (\`clock_running\`), or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
}
