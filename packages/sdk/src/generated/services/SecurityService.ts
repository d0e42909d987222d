/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditAction } from '../models/AuditAction';
import type { AuditLogPage } from '../models/AuditLogPage';
import type { CurrentCaller } from '../models/CurrentCaller';
import type { SecurityConfig } from '../models/SecurityConfig';
import type { UpdateSecurityConfig } from '../models/UpdateSecurityConfig';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class SecurityService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Retrieve the current account and key
     * Returns your account and its tier, the mode and scopes of the key that you send, and the number of requests left.
     * @returns CurrentCaller The account and the key.
     * @throws ApiError
     */
    public getCurrentCaller(): CancelablePromise<CurrentCaller> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/security/me',
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
     * Retrieve the security configuration
     * Returns the settings that apply to every key of your account in the mode of the key. Test and live mode have separate configurations.
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
     * Update the security configuration
     * Changes the fields that you send and keeps the others. A list is replaced as a whole. The change takes effect
     * everywhere within 5 seconds. Both media types have the same meaning. To change `approvalThresholds`, the key also
     * needs the scope `payments:approve`.
     *
     * - `If-Match` is required, so that you cannot overwrite a change that you have not seen. Without it, the response is
     * 428 `precondition_required`.
     * - `allowedCidrs` must contain your current address (409 `would_lock_out_caller`).
     * - At least one permanent key with every scope must be usable from the new networks (409 `last_admin_key`).
     * - A key that is limited to networks cannot open the account to more networks (403 `key_limits_exceeded`).
     *
     * @returns SecurityConfig The updated configuration.
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
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`). Or the request would give a key a later expiry or more networks than yours has (\`key_limits_exceeded\`).`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
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
     * Returns who changed keys, the security configuration and webhooks, and who approved or rejected payments. Entries are sorted newest first, one page at a time. An entry is written in the same transaction as the change. It cannot be changed or removed. A live key can read the entries of both modes, a test key only those of test mode.
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
}
