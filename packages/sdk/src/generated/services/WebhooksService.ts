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
     * Registers one of your endpoints for the event types in `events`. From now on, every matching event in the mode of
     * the key is sent to `url` as a POST, signed with `secret`. The callback below describes the request. The introduction
     * of this section shows how to verify it in four languages. The URL must be `https` and public.
     *
     * If you leave out `secret`, the service generates one. It is only returned in this response and never shown again. If
     * you choose a secret yourself, `secret` is null in the response. It is also null in the response to a retry with the
     * same `Idempotency-Key`, because secrets are not stored for retries.
     *
     * An endpoint acknowledges a delivery by responding with 200 within 30 seconds. With `acknowledgeOn: "2xx"`, any 2xx
     * acknowledges. An endpoint with `enabled: false` is stored but receives nothing.
     *
     * @returns WebhookWithSecret The webhook, with its secret if the service generated it.
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
     * Returns the webhooks of your account in the mode of the key, newest first, one page at a time. Secrets are never shown.
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
     * Returns one webhook. If the service has disabled it, `enabled` is false and `disabledReason` contains the reason. The secret is never shown.
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
     * Changes the fields that you send and keeps the others. `events` replaces the list. A new `url` applies from the next
     * attempt, also to waiting deliveries. `"enabled": true` also enables an endpoint that the service has disabled. To
     * change the secret, rotate it. Both media types have the same meaning.
     *
     * With `If-Match`, the change is made only if the webhook is still at the version that you have read.
     *
     * @returns Webhook The updated webhook.
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
     * Removes the endpoint. Waiting deliveries are cancelled. A delivery that is being sent may still arrive. Deleting it again returns 404.
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
     * Gives the endpoint a new secret without losing a delivery. For `overlapSeconds`, deliveries carry both signatures.
     * `Svc-Signature` uses the old secret, `Svc-Signature-Next` the new one, and `webhook-signature` lists both. Configure
     * the new secret in your receiver during that time, and accept a request if either signature matches.
     * `previousSecretExpiresAt` is the time at which the old secret ends. Deliveries that start after that time have a
     * `Svc-Signature` made with the new secret. A delivery that is being sent at that moment may still use the old one.
     *
     * If you leave out `secret`, the service generates one. It is only returned in this response and never shown again. A
     * rotation during an overlap replaces the upcoming secret. The old secret stays valid until the new overlap ends. If a
     * secret has leaked, rotate with `"overlapSeconds": 0`. The body is optional.
     *
     * @returns WebhookWithSecret The webhook, with its new secret if the service generated it.
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
     * Sends one signed event to the endpoint and returns the request, the response and what the result means. Only this
     * one request is sent, without retries. It is sent even if `events` does not list the type or the endpoint is
     * disabled. The secret is never shown.
     *
     * Without `type`, the event is a `webhook.test`. In test mode you can send any type, with made-up data. A live webhook
     * only accepts `webhook.test`. If the endpoint does not respond, this request still returns 200, after 30 seconds at
     * most, with the reason in `error`. The body is optional.
     *
     * @returns WebhookTestResult What was sent and how the endpoint responded.
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
     * Delivers past events to the endpoint again, for example after it was down. Each event becomes a new delivery with
     * all its attempts, byte for byte the same. A receiver that remembers event ids recognises the events that it has
     * already handled.
     *
     * By default, the replay covers what the endpoint missed: events between `createdFrom` and `createdTo`, of the types
     * that the endpoint lists, whose last delivery to it failed or that were never sent to it, for example while it was
     * disabled. `type` limits the replay to one event type. `"onlyFailed": false` delivers all events again. Events older
     * than the account's `retentionDays` are left out. If nothing else is left in the range, the response is 422 with
     * `out_of_range` at `/createdTo`.
     *
     * The response comes immediately. The deliveries are created in the background, oldest event first. Their number is
     * not limited. `Location` points to the webhook's deliveries from now on. While the endpoint is disabled, the
     * deliveries wait.
     *
     * @returns WebhookReplay The replay, which has not started yet.
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
     * Returns the deliveries to the endpoint with their attempts, newest first, one page at a time. Use it to find out why a receiver missed an event. Send a failed delivery again with `redeliver`.
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
     * Returns the deliveries to all of your endpoints with their attempts, newest first, one page at a time. You can
     * combine the filters:
     *
     * - `status=failed` returns deliveries whose retries all failed.
     * - `eventId` shows which endpoints received an event.
     * - `webhookId` returns the deliveries of one webhook, even if it was deleted.
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
     * Returns one delivery with every attempt: when it was made, how long it took, and how the endpoint responded.
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
     * Sends the same event to the same endpoint again, byte for byte, as a new delivery with all its attempts. This works
     * for a delivery in any status. A receiver that remembers event ids recognises the event.
     *
     * The response is the new, pending delivery. Follow it at `Location`. While the endpoint is disabled, the delivery
     * waits. If the endpoint was deleted, the response is 409.
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
     * Returns the events of your account in the mode of the key, one page at a time, exactly as they are delivered to
     * webhooks. Use `type` to tell events apart. Ignore types that you do not know.
     *
     * **Newest first** (`order=desc`, the default) suits people. While `hasMore` is true, request the next page with
     * `cursor` set to `nextCursor`.
     *
     * **Oldest first** (`order=asc`) suits programs that process every event. Start at the oldest event, or use `after` to
     * start after an event that you know. `nextCursor` is always present. Store it and send it as `cursor` with the next
     * request: immediately while `hasMore` is true, later if it is false. No event is ever skipped, not even one that was
     * committed late. For this reason the order is not strictly that of `created`. `after` without `order=asc`, or
     * together with `cursor`, is a 400.
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
     * Streams the events of your account in the mode of the key as they happen, as Server-Sent Events. The response does
     * not end by itself. Each message contains one event in a single line of `data`. It is byte for byte the body of a
     * webhook delivery. There is no `event` field: use `type` inside the event. The `type` parameter limits the stream to
     * one event type.
     *
     * **No gaps.** `id` is the position of the stream. It is opaque, and the stream sends one first, before any event. To
     * resume, send the last `id` as `Last-Event-ID`. Browsers do this by themselves. The stream continues after that
     * position: no event is skipped or repeated, not even one that was committed late. For this reason the order is not
     * strictly that of `created`. Without `Last-Event-ID`, the stream starts with new events. An `id` does not expire: if
     * the next events are older than the retention of your account, the stream continues with the oldest event that is
     * left. An `id` that was never issued, or the id of an event that does not exist, gets 400 `invalid_cursor`.
     *
     * **Heartbeats.** When there are no events, the stream sends a comment every 15 seconds, sometimes with a newer `id`.
     * Clients ignore comments. If a stream has been silent for 45 seconds, treat the connection as lost. The operator of
     * an instance may set another interval.
     *
     * **End of a stream.** A stream ends after one hour at most, when the service restarts, within 5 seconds after its key
     * is revoked, and when you do not read for 30 seconds. A stream that ends normally sends the comment `: end` last. A
     * stream that ends without it was interrupted. In both cases reconnect after the milliseconds in `retry`, or after the
     * seconds in `Retry-After` if you get a 429 or 503.
     *
     * A stream counts as one request against the limit of the account. In each process of the API, an account may have 10
     * open streams. Another one gets 429 `too_many_streams`. A HEAD request opens no stream. A request that accepts only
     * JSON gets 406.
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
     * Returns one event, exactly as it is delivered to webhooks.
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
