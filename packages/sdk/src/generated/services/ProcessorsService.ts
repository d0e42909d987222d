/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateProcessor } from '../models/CreateProcessor';
import type { Processor } from '../models/Processor';
import type { ProcessorPage } from '../models/ProcessorPage';
import type { ProcessorVerification } from '../models/ProcessorVerification';
import type { UpdateProcessor } from '../models/UpdateProcessor';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class ProcessorsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Connect a payment processor
     * Connects an account that you have at a payment processor, in the mode of the key. From now on, new payments can use
     * it. Among the enabled connections that accept the currency and the amount, the one with the lowest `priority` gets
     * the payment.
     *
     * The credentials are encrypted and never shown again. They are checked at once: `status` is `ok` if the processor
     * accepts them, and `unverified` if it could not be reached. If the processor refuses them, the response is 422
     * `processor_refused`.
     *
     * For `stripe`, a secret key is enough. The service creates a webhook endpoint for `callbackUrl` in your account. If
     * Stripe refuses the endpoint, for example because the URL is not public, `lastError` contains the reason and outcomes
     * are polled. A restricted key needs write permission for PaymentIntents, Refunds, Customers, Payment Methods and Webhook Endpoints,
     * and read permission for the balance, balance transaction sources, disputes and events. For payment pages at Stripe it
     * also needs write permission for Checkout Sessions. `verifyProcessor` returns the permissions of a key.
     *
     * @returns Processor The connection, without its credentials.
     * @throws ApiError
     */
    public createProcessor({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The connection to create.
         */
        requestBody: CreateProcessor,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Processor> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/processors',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List payment processors
     * Returns the connections of your account in the mode of the key, newest first, one page at a time. Credentials are never shown.
     * @returns ProcessorPage A page of connections.
     * @throws ApiError
     */
    public listProcessors({
        limit,
        cursor,
    }: {
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
         */
        cursor?: string,
    }): CancelablePromise<ProcessorPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/processors',
            query: {
                'limit': limit,
                'cursor': cursor,
            },
        });
    }
    /**
     * Retrieve a payment processor
     * Returns one connection. If its status is `failing`, `lastError` says why. Credentials are never shown.
     * @returns Processor The connection.
     * @throws ApiError
     */
    public getProcessor({
        processorId,
    }: {
        /**
         * The id of the connection.
         */
        processorId: string,
    }): CancelablePromise<Processor> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/processors/{processorId}',
            path: {
                'processorId': processorId,
            },
        });
    }
    /**
     * Update a payment processor
     * Changes the fields that you send and keeps the others, also within `credentials`. Send `credentials` to rotate
     * them: the new ones are checked at once, and calls use them within two seconds. A new `url` also needs the `apiKey`.
     * Credentials of another account are 422 `another_account`. The new `url` or `apiKey` of an `http` connection must
     * lead to an operation that the connection has sent in the last 119 days, or whose outcome is unknown: the gateway is
     * asked for it. If it does not know the operation, that is `another_account`. If it does not answer, that is
     * `processor_refused`.
     *
     * A disabled connection gets no new payments. It completes the payments that it has begun, and their refunds. Both
     * media types have the same meaning.
     *
     * With `If-Match`, the change is made only if the connection is still at the version that you have read.
     *
     * @returns Processor The updated connection.
     * @throws ApiError
     */
    public updateProcessor({
        processorId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The id of the connection.
         */
        processorId: string,
        /**
         * What to change.
         */
        requestBody: UpdateProcessor,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<Processor> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/processors/{processorId}',
            path: {
                'processorId': processorId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * Delete a payment processor
     * Removes the connection and its credentials. A connection with pending payments or refunds is 409 `processor_in_use`: disable it, and delete it when they are done. Payments that it has completed stay, but can no longer be refunded here, and their disputes and later failures are not seen any more.
     * @returns void
     * @throws ApiError
     */
    public deleteProcessor({
        processorId,
        ifMatch,
    }: {
        /**
         * The id of the connection.
         */
        processorId: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/processors/{processorId}',
            path: {
                'processorId': processorId,
            },
            headers: {
                'If-Match': ifMatch,
            },
        });
    }
    /**
     * Verify a payment processor
     * Asks the processor now whether it accepts the stored credentials, and what they may do. `status` and `lastError` of
     * the connection follow the result. A connection that was `failing` works again as soon as it is verified.
     *
     * It moves no money. A result is returned with 200 even if the processor refuses the credentials.
     *
     * @returns ProcessorVerification What the processor says.
     * @throws ApiError
     */
    public verifyProcessor({
        processorId,
        idempotencyKey,
        ifMatch,
    }: {
        /**
         * The id of the connection.
         */
        processorId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<ProcessorVerification> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/processors/{processorId}/verify',
            path: {
                'processorId': processorId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
                'If-Match': ifMatch,
            },
        });
    }
}
