/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateCustomer } from '../models/CreateCustomer';
import type { Customer } from '../models/Customer';
import type { CustomerPage } from '../models/CustomerPage';
import type { UpdateCustomer } from '../models/UpdateCustomer';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class CustomersService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a customer
     * Creates a customer. In each mode of an account, an e-mail address belongs to at most one customer. Upper and lower case are treated as equal. If a customer with this address already exists, whether created here or by a payment, the response is 409 `duplicate_email` with its id in `existingId`. The event `customer.created` is sent once for every customer, however it was created.
     * @returns Customer The customer.
     * @throws ApiError
     */
    public createCustomer({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The customer to create.
         */
        requestBody: CreateCustomer,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Customer> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/customers',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List customers
     * Returns the customers of your account in the mode of the key, newest first, one page at a time. While `hasMore` is
     * true, request the next page with `cursor` set to `nextCursor` and with the same filters. Deleted customers are not
     * included.
     *
     * All filters that you send must match. `metadata[key]` needs `createdFrom`, and `createdTo` (by default the present) at most 90 days later.
     * Otherwise the response is 400 `invalid_query`.
     *
     * @returns CustomerPage A page of customers.
     * @throws ApiError
     */
    public listCustomers({
        limit,
        cursor,
        email,
        createdFrom,
        createdTo,
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
         * Only objects with these metadata values, compared as text. For example, `metadata[orderId]=1042` matches `"1042"` and `1042`. Only top-level keys can be used. If you send several, all must match. It needs `createdFrom`, with `createdTo` (by default the present) at most 90 days later.
         */
        metadata?: Record<string, string>,
    }): CancelablePromise<CustomerPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/customers',
            query: {
                'limit': limit,
                'cursor': cursor,
                'email': email,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
                'metadata': metadata,
            },
        });
    }
    /**
     * Retrieve a customer
     * Returns one customer. Send its `ETag` as `If-Match` when you change it. A deleted customer, and a customer of another account or of the other mode, is a 404.
     * @returns Customer The customer.
     * @throws ApiError
     */
    public getCustomer({
        customerId,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
    }): CancelablePromise<Customer> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/customers/{customerId}',
            path: {
                'customerId': customerId,
            },
        });
    }
    /**
     * Update a customer
     * Changes the fields that you send and keeps the others (RFC 7396). A null removes a value. `address`, `preferences`
     * and `metadata` are merged field by field. Both media types have the same meaning. An e-mail address that belongs to
     * another customer gets 409 `duplicate_email`. Payments keep the address and names that they were created with.
     *
     * With `If-Match`, the change is made only if the customer is still at the version that you have read.
     *
     * @returns Customer The updated customer.
     * @throws ApiError
     */
    public updateCustomer({
        customerId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
        /**
         * What to change.
         */
        requestBody: UpdateCustomer,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<Customer> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/customers/{customerId}',
            path: {
                'customerId': customerId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * Delete a customer and erase their personal data
     * Erases the customer's personal data in this service permanently:
     *
     * - the customer and their payment methods,
     * - the e-mail address and names on payments, in events and in stored responses of idempotency keys,
     * - the `receiptEmail` of payments,
     * - the responses of endpoints to those events,
     * - the data in reports: a finished report with the customer's objects is written again.
     *
     * The deletion also
     *
     * - cancels the customer's subscriptions,
     * - ends their open checkout sessions, with a payment that is in progress there,
     * - deletes the customers that the service created for them at Stripe, with their cards. This happens in the
     * background and is retried. Customers that you created at Stripe yourself stay.
     *
     * Payments stay. They keep the customer's id, and `erased@invalid` replaces the e-mail address. Events that are
     * delivered or redelivered later contain the erased form. A delivery that is already being sent may still contain the
     * data. Texts that you wrote stay unchanged, such as `description`, `metadata` and `reference` of payments. Your
     * endpoints keep what they have received, and Stripe keeps its payments. No event reports the deletion.
     *
     * The customer is gone as soon as the request is accepted: reading it returns 404, and a new customer can use the
     * e-mail address. A 204 means that everything is erased in this service. If there is a lot to erase, the response is 409
     * `erasure_in_progress`, and the erasure continues in the background. If you send the request again, you get 204 once
     * everything is erased, or 404 if the erasure finished in the meantime.
     *
     * @returns void
     * @throws ApiError
     */
    public deleteCustomer({
        customerId,
        ifMatch,
    }: {
        /**
         * The customer's id.
         */
        customerId: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/customers/{customerId}',
            path: {
                'customerId': customerId,
            },
            headers: {
                'If-Match': ifMatch,
            },
        });
    }
}
