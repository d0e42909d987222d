/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ApiKey } from '../models/ApiKey';
import type { ApiKeyPage } from '../models/ApiKeyPage';
import type { ApiKeyWithSecret } from '../models/ApiKeyWithSecret';
import type { AuditAction } from '../models/AuditAction';
import type { AuditLogPage } from '../models/AuditLogPage';
import type { CreateApiKey } from '../models/CreateApiKey';
import type { CurrentCaller } from '../models/CurrentCaller';
import type { RotateApiKey } from '../models/RotateApiKey';
import type { SecurityConfig } from '../models/SecurityConfig';
import type { UpdateApiKey } from '../models/UpdateApiKey';
import type { UpdateSecurityConfig } from '../models/UpdateSecurityConfig';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class SecurityService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create an API key
     * Makes a key with the scopes that you name. The key itself is in this answer and never shown again, nor is it kept:
     * repeated with its `Idempotency-Key`, the request is answered with `secret` null.
     *
     * Give each of your services a key of its own, with no more scopes than it needs, and the networks that it runs in. A key
     * grants only what it has itself. More scopes are 403 `insufficient_scope`; a later end or further networks are 403
     * `key_limits_exceeded`. Limits that you leave out are those of your own key. Without `mode` the new key has that of yours.
     * A live key makes keys of both modes, a test key only test keys.
     *
     * @returns ApiKeyWithSecret The key, with its secret.
     * @throws ApiError
     */
    public createApiKey({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * The key to make.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`). Or the request would give a key a later expiry or more networks than yours has (\`key_limits_exceeded\`).`,
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
     * List API keys
     * The keys of your account, newest first, a page at a time; those that are expired or revoked as well. A live key sees the
     * keys of both modes, a test key those of test mode.
     *
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
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
     * Retrieve an API key
     * One key, without the key itself. A live key sees the keys of both modes, a test key those of test mode.
     *
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
     * Update an API key
     * Changes what you name and leaves the rest; lists are replaced. It is felt everywhere within 5 seconds. Both media types
     * mean the same.
     *
     * Before and after the change, the key may have no more scopes than yours (403 `insufficient_scope`), and it may not end
     * later or reach further networks than yours (403 `key_limits_exceeded`). 409 `would_lock_out_caller` keeps you from taking
     * `security:write` or the address that you use from your own key. 409 `last_admin_key` keeps at least one lasting key with
     * every scope in each mode: one that is active, does not expire, and may be used from anywhere or from where you are. An
     * expired or revoked key stays as it is, and a rotated key keeps its end: 409 `state_conflict`.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`). Or the request would give a key a later expiry or more networks than yours has (\`key_limits_exceeded\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `The key is no longer active, or it was rotated and its expiry can no longer change (\`state_conflict\`). Or no permanent key with every scope would remain (\`last_admin_key\`). Or you would lock yourself out (\`would_lock_out_caller\`).`,
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
     * Revoke an API key
     * Ends a key for good. It is refused everywhere within 5 seconds, and stays in the list as `revoked`; revoking it again
     * changes nothing. A key cannot revoke itself (409 `would_lock_out_caller`). The last lasting key with every scope of a mode
     * cannot be revoked either (409 `last_admin_key`); rotate it instead. After a leak, revoke first and ask later: unlike changing a key, it takes no scope but
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `The key is no longer active, or it was rotated and its expiry can no longer change (\`state_conflict\`). Or no permanent key with every scope would remain (\`last_admin_key\`). Or you would lock yourself out (\`would_lock_out_caller\`).`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * Rotate an API key
     * Makes a new key with the name, scopes, networks and expiry of the old one. The old one works for `overlapSeconds` more, so
     * that you can change over without a gap, and then expires; `replacedBy` names the one that follows it. A key is rotated
     * once: the next time, rotate the new one. The new key itself is in this answer and never shown again. As with changing a
     * key, you need all of its scopes, and it may not end later or reach further than yours. The body may be left out.
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
         * How long the old key goes on.
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
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`). Or the request would give a key a later expiry or more networks than yours has (\`key_limits_exceeded\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `The key is no longer active or was already rotated (\`state_conflict\`). Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
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
     * Retrieve whom your key stands for
     * Your account, its tier, the mode and the scopes of the key that you send, and how many requests are left.
     *
     * @returns CurrentCaller Whom the service takes you for.
     * @throws ApiError
     */
    public getCurrentCaller(): CancelablePromise<CurrentCaller> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/me',
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
     * Retrieve the security configuration
     * What holds for every key of your account in the key's mode. Test and live mode have one each.
     *
     * @returns SecurityConfig The configuration.
     * @throws ApiError
     */
    public getSecurityConfig(): CancelablePromise<SecurityConfig> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/config',
            errors: {
                304: `The version of the object still matches \`If-None-Match\`. \`*\` matches every version. There is no body. You get this response only if you send \`If-None-Match\`.`,
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
     * Update the security configuration
     * Changes what you name and leaves the rest; lists are replaced. It is felt everywhere within 5 seconds. Both media types
     * mean the same. To change `approvalThresholds` the key needs the scope `payments:approve` as well.
     *
     * `If-Match` is required, so that nobody overwrites what they have not seen: 428 `precondition_required` without it. An
     * `allowedCidrs` that does not contain the address that you use is refused (409 `would_lock_out_caller`), and so is one from
     * which no lasting key with every scope could be used (409 `last_admin_key`). A key with networks of its own cannot open the
     * account to further ones (403 `key_limits_exceeded`).
     *
     * @returns SecurityConfig The configuration as it is now.
     * @throws ApiError
     */
    public updateSecurityConfig({
        ifMatch,
        requestBody,
    }: {
        /**
         * The `ETag` of the version that you have read. Without it, the response is 428. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas.
         */
        ifMatch: string,
        /**
         * What to change.
         */
        requestBody: UpdateSecurityConfig,
    }): CancelablePromise<SecurityConfig> {
        return this.httpRequest.request({
            method: 'PATCH',
            url: '/v1/security/config',
            headers: {
                'If-Match': ifMatch,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`). Or the request would give a key a later expiry or more networks than yours has (\`key_limits_exceeded\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `Your own address is not in \`allowedCidrs\` (\`would_lock_out_caller\`). Or no permanent key with every scope could be used from there (\`last_admin_key\`). Nothing was done.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or its \`Content-Type\` does not say so.`,
                422: `The body is invalid, for one of these reasons. It does not match the schema or breaks a rule (\`validation_failed\`); \`errors\` points at each invalid value. It contains a card number (\`card_number_refused\`). The idempotency key was used for another request (\`idempotency_key_reused\`).`,
                428: `\`If-Match\` is missing. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
    /**
     * List the audit log
     * Who has changed what about keys, the security configuration and webhooks, and who has decided about payments; newest
     * first, a page at a time. An entry is written together with what it tells of and can be neither changed nor removed. A live
     * key sees the entries of both modes, a test key those of test mode.
     *
     * @returns AuditLogPage A page of entries.
     * @throws ApiError
     */
    public listAuditLog({
        limit,
        cursor,
        action,
        keyId,
        objectId,
        mode,
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
         * Only entries with this action.
         */
        action?: AuditAction,
        /**
         * Only actions of this API key.
         */
        keyId?: string,
        /**
         * Only actions on this object.
         */
        objectId?: string,
        /**
         * Only objects of this mode. A test key can only see test mode.
         */
        mode?: 'test' | 'live',
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
         */
        createdTo?: string,
    }): CancelablePromise<AuditLogPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/audit-log',
            query: {
                'limit': limit,
                'cursor': cursor,
                'action': action,
                'keyId': keyId,
                'objectId': objectId,
                'mode': mode,
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
}
