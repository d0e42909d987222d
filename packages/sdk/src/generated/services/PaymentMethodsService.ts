/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreatePaymentMethod } from '../models/CreatePaymentMethod';
import type { PaymentMethod } from '../models/PaymentMethod';
import type { PaymentMethodPage } from '../models/PaymentMethodPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class PaymentMethodsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Add a payment method to a customer
     * Stores a payment method of a customer: the token from your payment processor, and details by which people recognise it. The token is encrypted and never shown again. Never send a card number.
     * @returns PaymentMethod The payment method, without its token.
     * @throws ApiError
     */
    public createPaymentMethod({
        customerId,
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
        /**
         * The payment method to add.
         */
        requestBody: CreatePaymentMethod,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<PaymentMethod> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/customers/{customerId}/payment-methods',
            path: {
                'customerId': customerId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
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
     * List the payment methods of a customer
     * Returns the payment methods of a customer, newest first, one page at a time. `preferences.defaultPaymentMethodId` of the customer is used unless a payment names another one.
     * @returns PaymentMethodPage A page of payment methods.
     * @throws ApiError
     */
    public listPaymentMethods({
        customerId,
        limit,
        cursor,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
         */
        cursor?: string,
    }): CancelablePromise<PaymentMethodPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/customers/{customerId}/payment-methods',
            path: {
                'customerId': customerId,
            },
            query: {
                'limit': limit,
                'cursor': cursor,
            },
            errors: {
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
     * Remove a payment method
     * Removes a payment method and its token. If it was the customer's default, `preferences.defaultPaymentMethodId` becomes null. Subscriptions that use it continue with the customer's default. Payments that were made with it keep its id. Removing it again returns 404. A card at Stripe is then detached from the customer that the service has made there.
     * @returns void
     * @throws ApiError
     */
    public deletePaymentMethod({
        customerId,
        paymentMethodId,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
        /**
         * The payment method's id.
         */
        paymentMethodId: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/customers/{customerId}/payment-methods/{paymentMethodId}',
            path: {
                'customerId': customerId,
                'paymentMethodId': paymentMethodId,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
}
