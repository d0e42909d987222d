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
        });
    }
    /**
     * List the audit log
     * Returns who did what: the actions of `AuditAction`, such as changes of keys, members and webhooks, captures, refunds, approvals, and erasures of customers. Entries are sorted newest first, one page at a time. An entry is written in the same transaction as the change. It cannot be changed or removed. A live key can read the entries of both modes, a test key only those of test mode.
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
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
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
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
        });
    }
}
