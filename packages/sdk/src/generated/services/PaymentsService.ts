/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreatePayment } from '../models/CreatePayment';
import type { Payment } from '../models/Payment';
import type { PaymentPage } from '../models/PaymentPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class PaymentsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a payment
     * Creates a payment and starts to process it. The answer comes at once with `status: "pending"`; the outcome arrives as
     * a `payment.completed` or `payment.failed` event, or by reading the payment again. `payment.pending` announces the
     * payment itself.
     *
     * Only `amount` is required, in the currency's smallest unit. A `customer` is found by e-mail, whatever its case, or
     * created. `metadata` is yours: it comes back equal to what you sent.
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
     *
     * Any other value is plain metadata. With a live key it has no meaning.
     *
     * @returns Payment The payment, pending.
     * @throws ApiError
     */
    public createPayment({
        requestBody,
    }: {
        /**
         * The payment to make.
         */
        requestBody: CreatePayment,
    }): CancelablePromise<Payment> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/payments',
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not \`application/json\`.`,
                422: `The body does not fit the schema or breaks a rule. \`errors\` points at every place that is wrong.`,
                500: `Something went wrong inside. The request may or may not have taken effect.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
    /**
     * List payments
     * The payments of your account in the key's mode, newest first, a page at a time. While `hasMore` is true, ask again
     * with `cursor` set to `nextCursor`. A payment that is created while you read does not move the pages that follow.
     *
     * @returns PaymentPage A page of payments.
     * @throws ApiError
     */
    public listPayments({
        limit,
        cursor,
    }: {
        /**
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
         */
        cursor?: string,
    }): CancelablePromise<PaymentPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/payments',
            query: {
                'limit': limit,
                'cursor': cursor,
            },
            errors: {
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                500: `Something went wrong inside. The request may or may not have taken effect.`,
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                500: `Something went wrong inside. The request may or may not have taken effect.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
}
