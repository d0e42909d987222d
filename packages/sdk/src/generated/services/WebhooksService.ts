/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateWebhook } from '../models/CreateWebhook';
import type { ReplayWebhook } from '../models/ReplayWebhook';
import type { RotateWebhookSecret } from '../models/RotateWebhookSecret';
import type { TestWebhook } from '../models/TestWebhook';
import type { UpdateWebhook } from '../models/UpdateWebhook';
import type { Webhook } from '../models/Webhook';
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
     * acknowledges. Deliveries that are not acknowledged are retried, as `retrySchedule` says. An endpoint with
     * `enabled: false` is stored but receives nothing.
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
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
        });
    }
    /**
     * Update a webhook
     * Changes the fields that you send and keeps the others. `events` replaces the list. A new `url` applies from the next
     * attempt, also to waiting deliveries. A new `retrySchedule` does not move that attempt, but decides what follows it.
     * `"enabled": true` also enables an endpoint that the service has disabled. To change the secret, rotate it. Both
     * media types have the same meaning.
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
     * most, with the reason in `error`. The event and its delivery are not stored: no list contains them, and their ids
     * cannot be read. The body is optional.
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
     * `out_of_range` at `/createdTo`. If the range is in the future, it is 422 with `out_of_range` at `/createdFrom`.
     *
     * The response comes immediately. The deliveries are created in the background, oldest event first. Their number is
     * not limited. `Location` points to the webhook's deliveries from now on. While the endpoint is disabled, the
     * deliveries wait. A mode can have 100 unfinished replays at a time. Another one gets 429 `too_many_unfinished`.
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
        });
    }
}
