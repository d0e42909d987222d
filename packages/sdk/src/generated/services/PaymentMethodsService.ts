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
     * Stores a payment method of a customer: the token from your payment processor, and details by which people recognise it. The token is encrypted and never shown again. Never send a card number. `Location` is the path to delete it; to read it, list the payment methods of the customer.
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
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
        });
    }
}
