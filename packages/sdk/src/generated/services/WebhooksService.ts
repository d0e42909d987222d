/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateWebhook } from '../models/CreateWebhook';
import type { Delivery } from '../models/Delivery';
import type { DeliveryPage } from '../models/DeliveryPage';
import type { ReplayWebhook } from '../models/ReplayWebhook';
import type { RotateWebhookSecret } from '../models/RotateWebhookSecret';
import type { TestWebhook } from '../models/TestWebhook';
import type { UpdateWebhook } from '../models/UpdateWebhook';
import type { Webhook } from '../models/Webhook';
import type { WebhookEvent } from '../models/WebhookEvent';
import type { WebhookEventPage } from '../models/WebhookEventPage';
import type { WebhookPage } from '../models/WebhookPage';
import type { WebhookReplay } from '../models/WebhookReplay';
import type { WebhookTestResult } from '../models/WebhookTestResult';
import type { WebhookWithSecret } from '../models/WebhookWithSecret';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class WebhooksService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Register a webhook
     * Registers an endpoint of yours for the event kinds in `events`. From now on every matching event of the key's mode is
     * sent to `url` as a POST, signed with `secret`: the callback below describes the request, and the introduction of this
     * area shows how to verify it in four languages. The address must be `https` and public.
     *
     * Leave `secret` out and the service makes one: it is in this answer and never shown again. A secret that you choose
     * yourself is not repeated, `secret` is then null. So it is when a request is repeated with its `Idempotency-Key`: secrets
     * are not kept for that.
     *
     * An endpoint acknowledges by answering 200 within 30 seconds. With `acknowledgeOn: "2xx"` any 2xx does. An endpoint
     * with `enabled: false` is kept and sent nothing.
     *
     * @returns WebhookWithSecret The webhook, with its secret if the service made it.
     * @throws ApiError
     */
    public createWebhook({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The endpoint to register.
         */
        requestBody: CreateWebhook,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<WebhookWithSecret> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/webhooks',
            headers: {
                'Idempotency-Key': idempotencyKey,
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
     * List webhooks
     * The webhooks of your account in the key's mode, newest first, a page at a time. Secrets are never shown.
     *
     * @returns WebhookPage A page of webhooks.
     * @throws ApiError
     */
    public listWebhooks({
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
    }): CancelablePromise<WebhookPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/webhooks',
            query: {
                'limit': limit,
                'cursor': cursor,
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
     * Retrieve a webhook
     * One webhook. If the service has switched it off, `enabled` is false and `disabledReason` says why. The secret is never
     * shown.
     *
     * @returns Webhook The webhook.
     * @throws ApiError
     */
    public getWebhook({
        webhookId,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
    }): CancelablePromise<Webhook> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/webhooks/{webhookId}',
            path: {
                'webhookId': webhookId,
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
     * Update a webhook
     * Changes what you name and leaves the rest. `events` replaces the list. A new `url` is used from the next attempt on, also
     * by deliveries that are waiting. `"enabled": true` also ends what the service has switched off. The secret is changed by
     * rotating it. Both media types mean the same.
     *
     * With `If-Match` the change is made only if the webhook is still the version that you have seen.
     *
     * @returns Webhook The webhook as it is now.
     * @throws ApiError
     */
    public updateWebhook({
        webhookId,
        requestBody,
        ifMatch,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * What to change.
         */
        requestBody: UpdateWebhook,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<Webhook> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/webhooks/{webhookId}',
            path: {
                'webhookId': webhookId,
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
     * Delete a webhook
     * Removes the endpoint. Deliveries that have not been made yet are cancelled; one that is on its way may still arrive.
     * Deleting it again answers 404.
     *
     * @returns void
     * @throws ApiError
     */
    public deleteWebhook({
        webhookId,
        ifMatch,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/webhooks/{webhookId}',
            path: {
                'webhookId': webhookId,
            },
            headers: {
                'If-Match': ifMatch,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
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
     * Rotate the secret of a webhook
     * Gives the endpoint a new secret without losing a delivery. For `overlapSeconds` deliveries carry both signatures:
     * `Svc-Signature` stays with the old secret, `Svc-Signature-Next` is made with the new one, and `webhook-signature` lists
     * both. Teach your receiver the new secret in that time, and let it accept a request if either header fits.
     * `previousSecretExpiresAt` says when the old secret ends; deliveries that begin after it have a `Svc-Signature` made with
     * the new one. One that is on its way in that moment still carries the old.
     *
     * Leave `secret` out and the service makes one: it is in this answer and never shown again. A rotation during an overlap
     * replaces the secret that was to come; the old one stays until the new overlap ends. After a leak, rotate with
     * `"overlapSeconds": 0`. The body may be left out.
     *
     * @returns WebhookWithSecret The webhook, with its new secret if the service made it.
     * @throws ApiError
     */
    public rotateWebhookSecret({
        webhookId,
        idempotencyKey,
        ifMatch,
        requestBody,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * The new secret and the overlap.
         */
        requestBody?: RotateWebhookSecret,
    }): CancelablePromise<WebhookWithSecret> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/webhooks/{webhookId}/rotate-secret',
            path: {
                'webhookId': webhookId,
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
     * Test a webhook
     * Sends an event to the endpoint, for real and signed as ever, and answers with what was sent, what came back and what that
     * means. Nothing is sent but this one request: whatever `events` says, also while the endpoint is disabled, and it is not
     * tried again. The secret is never shown.
     *
     * Without `type` the event is a `webhook.test`. In test mode any kind can be sent, made up for the occasion; a live webhook
     * takes only `webhook.test`. An endpoint that does not answer is no error of this request: it is answered 200, with `error`
     * saying why, after 30 seconds at most. The body may be left out.
     *
     * @returns WebhookTestResult What was sent and what came back.
     * @throws ApiError
     */
    public testWebhook({
        webhookId,
        idempotencyKey,
        ifMatch,
        requestBody,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
        /**
         * What to send.
         */
        requestBody?: TestWebhook,
    }): CancelablePromise<WebhookTestResult> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/webhooks/{webhookId}/test',
            path: {
                'webhookId': webhookId,
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
     * Replay events to a webhook
     * Delivers events of the past to the endpoint again, for example after it was down: each as a new delivery with a fresh
     * budget of attempts, byte for byte as it was. A receiver that remembers event ids will know those again that it has
     * handled.
     *
     * Without more it takes what the endpoint has missed: events between `createdFrom` and `createdTo`, of the kinds that it
     * lists, whose last delivery to it has failed or that were never sent to it, such as those that happened while it was
     * disabled. `type` narrows it to one kind, and `"onlyFailed": false` delivers all of them again. Events that are past
     * the account's `retentionDays` are left out; a range of which nothing else is left is a 422 with `out_of_range` at
     * `/createdTo`.
     *
     * The answer comes at once, and the deliveries are made in the background, the oldest event first; there may be any
     * number of them. `Location` leads to the list of the webhook's deliveries since. While the endpoint is disabled they
     * wait.
     *
     * @returns WebhookReplay The replay, which has not begun yet.
     * @throws ApiError
     */
    public replayWebhook({
        webhookId,
        requestBody,
        idempotencyKey,
        ifMatch,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * Which events to deliver again.
         */
        requestBody: ReplayWebhook,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * The `ETag` of the version that you have read. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas. Without this header, the change is made to any version.
         */
        ifMatch?: string,
    }): CancelablePromise<WebhookReplay> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/webhooks/{webhookId}/replay',
            path: {
                'webhookId': webhookId,
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
     * List deliveries of a webhook
     * What was sent to the endpoint and what came of it, newest first, a page at a time, each with its attempts: use it to see
     * why a receiver missed something. What has failed can be sent again with `redeliver`.
     *
     * @returns DeliveryPage A page of deliveries.
     * @throws ApiError
     */
    public listWebhookDeliveries({
        webhookId,
        limit,
        cursor,
        status,
        type,
        eventId,
        createdFrom,
        createdTo,
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
        /**
         * The maximum number of objects in the page, 1 to 100. The default is 20.
         */
        limit?: number,
        /**
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only deliveries with this status.
         */
        status?: 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled',
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {}),
        /**
         * Only deliveries of this event.
         */
        eventId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
         */
        createdTo?: string,
    }): CancelablePromise<DeliveryPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/webhooks/{webhookId}/deliveries',
            path: {
                'webhookId': webhookId,
            },
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'type': type,
                'eventId': eventId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
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
     * List deliveries
     * What was sent to any of your endpoints and what came of it, newest first, a page at a time, each with its attempts: with
     * `status=failed`, what none of the retries could deliver; with `eventId`, who has received an event; with `webhookId`,
     * what the list of that webhook shows, also of one that was deleted. The filters can be combined.
     *
     * @returns DeliveryPage A page of deliveries.
     * @throws ApiError
     */
    public listDeliveries({
        limit,
        cursor,
        status,
        webhookId,
        type,
        eventId,
        createdFrom,
        createdTo,
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
         * Only deliveries with this status.
         */
        status?: 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled',
        /**
         * Only deliveries to this webhook.
         */
        webhookId?: string,
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {}),
        /**
         * Only deliveries of this event.
         */
        eventId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
         */
        createdTo?: string,
    }): CancelablePromise<DeliveryPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/deliveries',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'webhookId': webhookId,
                'type': type,
                'eventId': eventId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
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
     * Retrieve a delivery
     * One delivery with every attempt: when it was made, how long it took, and what the endpoint answered.
     *
     * @returns Delivery The delivery.
     * @throws ApiError
     */
    public getDelivery({
        deliveryId,
    }: {
        /**
         * The delivery's id.
         */
        deliveryId: string,
    }): CancelablePromise<Delivery> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/deliveries/{deliveryId}',
            path: {
                'deliveryId': deliveryId,
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
     * Redeliver a delivery
     * Sends the same event to the same endpoint once more, byte for byte, as a new delivery with a fresh budget of attempts,
     * whatever became of this one. A receiver that remembers event ids will know it again.
     *
     * The answer is the new delivery, pending; follow it at `Location`. While the endpoint is disabled it waits. When the
     * endpoint was deleted the answer is 409.
     *
     * @returns Delivery The new delivery, pending.
     * @throws ApiError
     */
    public redeliverDelivery({
        deliveryId,
        idempotencyKey,
    }: {
        /**
         * The delivery's id.
         */
        deliveryId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Delivery> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/deliveries/{deliveryId}/redeliver',
            path: {
                'deliveryId': deliveryId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `The state of the object does not allow this action (\`state_conflict\`, \`payment_in_flight\`). Read \`currentStatus\`, \`currentStage\` and \`allowedActions\`. Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * List events
     * The events of your account in the key's mode, a page at a time, each exactly as it is delivered to webhooks. `type` tells
     * the kinds apart; ignore a kind that you do not know.
     *
     * **Newest first** (`order=desc`, also without `order`) suits people. While `hasMore` is true, ask again with `cursor` set
     * to `nextCursor`.
     *
     * **Oldest first** (`order=asc`) suits programs that follow along. Start at the beginning, or behind an event that you know
     * with `after`. `nextCursor` is always there: keep it, and ask again with it as `cursor`, at once while `hasMore` is true,
     * later when it is false. No event is ever skipped, not even one that was committed late, which is why the order is not
     * strictly that of `created`. `after` without `order=asc`, or together with `cursor`, is a 400.
     *
     * @returns WebhookEventPage A page of events.
     * @throws ApiError
     */
    public listEvents({
        limit,
        cursor,
        type,
        order,
        after,
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
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {}),
        /**
         * Newest first (`desc`, the default) or oldest first (`asc`). Send it together with `cursor`, because a cursor works only for the order that it was issued for.
         */
        order?: 'desc' | 'asc',
        /**
         * Start after the event with this id. Requires `order=asc`. Without it, the list starts at the oldest event. It cannot be combined with `cursor`.
         */
        after?: string,
    }): CancelablePromise<WebhookEventPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events',
            query: {
                'limit': limit,
                'cursor': cursor,
                'type': type,
                'order': order,
                'after': after,
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
     * Stream events
     * The events of your account in the key's mode as they happen, as Server-Sent Events: an answer that does not end. Each
     * message carries one event in `data`, in one line, which is byte for byte what a webhook is delivered; there is no `event`
     * field, `type` inside tells the kinds apart. `type` as a parameter leaves only one kind.
     *
     * **Never a gap.** `id` says where the stream is. It is opaque, and comes first of all, before any event. Whoever comes back
     * with the last one as `Last-Event-ID`, as browsers do by themselves, goes on behind it, and no event is skipped or sent
     * again, not even one that was committed late, which is why the order is not strictly that of `created`. Without
     * `Last-Event-ID` the stream begins now. An `id` does not expire: when events behind it are older than what your account
     * keeps, the stream goes on with the oldest that is left. One that was never given out, or an event that is not there, is a
     * 400 `invalid_cursor`.
     *
     * **Never silent.** While nothing happens a comment, which clients ignore, and perhaps a newer `id` come every 15 seconds:
     * take a stream for dead that has been silent for 45. The operator of an instance may set another time.
     *
     * **It ends** after an hour at most, when the service is restarted, within 5 seconds when its key is revoked, and when you
     * do not read for half a minute. The comment `: end` is the last that comes of a stream that ends in order; one without it
     * has broken off. Either way come back, after the milliseconds in `retry` or, answered 429 or 503, after `Retry-After`.
     *
     * A stream counts as one request against the account's limit, and at most 10 are open at once for an account in each process
     * of the API: one more is a 429 `too_many_streams`. A HEAD opens none. Who takes JSON alone is answered 406.
     *
     * @returns string The stream.
     * @throws ApiError
     */
    public streamEvents({
        type,
        lastEventId,
    }: {
        /**
         * Only events of this type.
         */
        type?: 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {}),
        /**
         * Where to continue. Either the last `id` that the stream sent, whatever its `type` filter was, or the id of an event (`evt_…`) to start after. Without it, the stream starts with new events.
         */
        lastEventId?: string,
    }): CancelablePromise<string> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events/stream',
            headers: {
                'Last-Event-ID': lastEventId,
            },
            query: {
                'type': type,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Or the account has the maximum number of open streams (\`too_many_streams\`). Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Retrieve an event
     * One event, exactly as it is delivered to webhooks.
     *
     * @returns WebhookEvent The event.
     * @throws ApiError
     */
    public getEvent({
        eventId,
    }: {
        /**
         * The event's id.
         */
        eventId: string,
    }): CancelablePromise<WebhookEvent> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events/{eventId}',
            path: {
                'eventId': eventId,
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
}
