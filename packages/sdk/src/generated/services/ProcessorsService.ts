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
     * Connects an account that you have at a payment processor, in the mode of the key. From now on, new payments can go
     * to it: of the enabled connections that take the currency and the amount, the one with the lowest `priority` is
     * chosen.
     *
     * The credentials are encrypted, bound to this connection and never shown again. They are checked at once:
     * `status` is `ok` if the processor accepts them, and `unverified` if it could not be reached. Refused credentials are
     * 422 `processor_refused`.
     *
     * For `stripe`, a secret key is enough. The service makes a webhook endpoint for `callbackUrl` in your account. If
     * Stripe refuses that, for example because the URL is not public, `lastError` says so and outcomes are polled. A
     * restricted key needs write permission for PaymentIntents, Refunds, Customers, Payment Methods and Webhook Endpoints,
     * and read permission for the balance, balance transaction sources, disputes and events. For payment pages at Stripe it
     * also needs write permission for Checkout Sessions. `verifyProcessor` returns what a key lacks.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The first request with this idempotency key is still running. Retry with the same key after the seconds in \`Retry-After\`.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The connection is not possible, for one of these reasons. The processor refuses the credentials (\`processor_refused\`). They belong to its other mode (\`wrong_mode\`), or to another account than before (\`another_account\`). The body does not match the schema or breaks a rule (\`validation_failed\`). The body contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
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
            errors: {
                304: `The version of the object still matches \`If-None-Match\`. \`*\` matches every version. There is no body. You get this response only if you send \`If-None-Match\`.`,
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The connection is not possible, for one of these reasons. The processor refuses the credentials (\`processor_refused\`). They belong to its other mode (\`wrong_mode\`), or to another account than before (\`another_account\`). The body does not match the schema or breaks a rule (\`validation_failed\`). The body contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `Payments or refunds of the connection are still pending (\`processor_in_use\`).`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The first request with this idempotency key is still running. Retry with the same key after the seconds in \`Retry-After\`.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
}
