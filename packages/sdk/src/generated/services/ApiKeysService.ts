/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApiKey } from '../models/ApiKey';
import type { ApiKeyPage } from '../models/ApiKeyPage';
import type { ApiKeyWithSecret } from '../models/ApiKeyWithSecret';
import type { CreateApiKey } from '../models/CreateApiKey';
import type { RotateApiKey } from '../models/RotateApiKey';
import type { UpdateApiKey } from '../models/UpdateApiKey';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class ApiKeysService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create an API key
     * Creates a key with the scopes that you send. The secret of the key is only returned in this response and not stored.
     * If you retry with the same `Idempotency-Key`, `secret` is null.
     *
     * Create a separate key for each of your services. Give it only the scopes that it needs, and limit it to the networks
     * that it runs in. A key can only grant what it has itself. More scopes get 403 `insufficient_scope`. A later expiry
     * or more networks get 403 `key_limits_exceeded`. If you leave out these limits or `mode`, the new key has those of
     * your own key. A live key can create keys of both modes, a test key only test keys.
     *
     * @returns ApiKeyWithSecret The key, with its secret.
     * @throws ApiError
     */
    public createApiKey({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The key to create.
         */
        requestBody: CreateApiKey,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<ApiKeyWithSecret> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/security/api-keys',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * List API keys
     * Returns the keys of your account, newest first, one page at a time. Expired and revoked keys are included. A live key can read the keys of both modes, a test key only those of test mode.
     * @returns ApiKeyPage A page of keys.
     * @throws ApiError
     */
    public listApiKeys({
        limit,
        cursor,
        status,
        mode,
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
         * Only keys with this status.
         */
        status?: 'active' | 'expired' | 'revoked',
        /**
         * Only objects of this mode. A test key can only see test mode.
         */
        mode?: 'test' | 'live',
    }): CancelablePromise<ApiKeyPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/api-keys',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'mode': mode,
            },
        });
    }
    /**
     * Retrieve an API key
     * Returns one key without its secret. A live key can read the keys of both modes, a test key only those of test mode.
     * @returns ApiKey The key.
     * @throws ApiError
     */
    public getApiKey({
        keyId,
    }: {
        /**
         * The API key's id.
         */
        keyId: string,
    }): CancelablePromise<ApiKey> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/api-keys/{keyId}',
            path: {
                'keyId': keyId,
            },
        });
    }
    /**
     * Update an API key
     * Changes the fields that you send and keeps the others. A list is replaced as a whole. The change takes effect
     * everywhere within 5 seconds. Both media types have the same meaning.
     *
     * - Both before and after the change, the key must not have more scopes than yours (403 `insufficient_scope`), expire
     * later, or be allowed in more networks than yours (403 `key_limits_exceeded`).
     * - You cannot remove `security:write` or your current address from your own key (409 `would_lock_out_caller`).
     * - Each mode must keep at least one permanent key with every scope (409 `last_admin_key`). A permanent key is active,
     * does not expire, and can be used from your address or from any address.
     * - An expired or revoked key cannot be changed, and the expiry of a rotated key cannot be changed (409
     * `state_conflict`).
     *
     * @returns ApiKey The key as it is now.
     * @throws ApiError
     */
    public updateApiKey({
        keyId,
        requestBody,
    }: {
        /**
         * The API key's id.
         */
        keyId: string,
        /**
         * What to change.
         */
        requestBody: UpdateApiKey,
    }): CancelablePromise<ApiKey> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/security/api-keys/{keyId}',
            path: {
                'keyId': keyId,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
    /**
     * Revoke an API key
     * Revokes a key permanently. It is refused everywhere within 5 seconds and stays in the list as `revoked`. Revoking it
     * again changes nothing. A key cannot revoke itself (409 `would_lock_out_caller`). The last permanent key with every
     * scope in a mode cannot be revoked (409 `last_admin_key`). Rotate it instead.
     *
     * If a key has leaked, revoke it first and investigate afterwards. Unlike an update, this needs no scope other than
     * `security:write`.
     *
     * @returns void
     * @throws ApiError
     */
    public revokeApiKey({
        keyId,
    }: {
        /**
         * The API key's id.
         */
        keyId: string,
    }): CancelablePromise<void> {
        return this.httpRequest.request({
            method: 'DELETE',
            url: '/v1/security/api-keys/{keyId}',
            path: {
                'keyId': keyId,
            },
        });
    }
    /**
     * Rotate an API key
     * Creates a new key with the name, scopes, networks and expiry of the old key. The old key works for another
     * `overlapSeconds`, so that you can switch without downtime, and then expires. Its `replacedBy` is the id of the new
     * key. A key can be rotated once. The next time, rotate the new key.
     *
     * The new key is only returned in this response and never shown again. As for an update, your key must have all scopes
     * of the rotated key, and the rotated key must not expire later or be allowed in more networks than yours. The body is
     * optional.
     *
     * @returns ApiKeyWithSecret The new key, with its secret.
     * @throws ApiError
     */
    public rotateApiKey({
        keyId,
        idempotencyKey,
        requestBody,
    }: {
        /**
         * The API key's id.
         */
        keyId: string,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
        /**
         * How long the old key still works.
         */
        requestBody?: RotateApiKey,
    }): CancelablePromise<ApiKeyWithSecret> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/security/api-keys/{keyId}/rotate',
            path: {
                'keyId': keyId,
            },
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
        });
    }
}
