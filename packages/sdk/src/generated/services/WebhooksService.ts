/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateWebhook } from '../models/CreateWebhook';
import type { Webhook } from '../models/Webhook';
import type { WebhookEventPage } from '../models/WebhookEventPage';
import type { WebhookPage } from '../models/WebhookPage';
import type { WebhookWithSecret } from '../models/WebhookWithSecret';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class WebhooksService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Register a webhook
     * Registers an endpoint of yours for the event kinds in `events`. From now on every matching event of the key's mode is
     * sent to `url` as a POST, signed with `secret` (see the callback below). The address must be `https` and public.
     *
     * Leave `secret` out and the service makes one: it is in this answer and never shown again. A secret that you choose
     * yourself is not repeated, `secret` is then null.
     *
     * An endpoint acknowledges by answering 200 within 30 seconds. With `acknowledgeOn: "2xx"` any 2xx does. An endpoint
     * with `enabled: false` is kept and sent nothing.
     *
     * @returns WebhookWithSecret The webhook, with its secret if the service made it.
     * @throws ApiError
     */
    public createWebhook({
        requestBody,
    }: {
        /**
         * The endpoint to register.
         */
        requestBody: CreateWebhook,
    }): CancelablePromise<WebhookWithSecret> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/webhooks',
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
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                500: `Something went wrong inside. The request may or may not have taken effect.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, or a bad cursor.`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but may not do this.`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                500: `Something went wrong inside. The request may or may not have taken effect.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
    }: {
        /**
         * The webhook's id.
         */
        webhookId: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/webhooks/{webhookId}',
            path: {
                'webhookId': webhookId,
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
    /**
     * List events
     * The events of your account in the key's mode, newest first, a page at a time, each exactly as it is delivered to
     * webhooks: use it to look up what a receiver missed. `type` tells the kinds apart; ignore a kind that you do not know.
     *
     * @returns WebhookEventPage A page of events.
     * @throws ApiError
     */
    public listEvents({
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
    }): CancelablePromise<WebhookEventPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/events',
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
}
