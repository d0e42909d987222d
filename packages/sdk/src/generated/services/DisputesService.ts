/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Dispute } from '../models/Dispute';
import type { DisputePage } from '../models/DisputePage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class DisputesService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * List disputes
     * Returns the disputes of your account in the mode of the key, newest first, one page at a time. While `hasMore` is
     * true, request the next page with `cursor` set to `nextCursor` and with the same filters. All filters that you send
     * must match.
     *
     * @returns DisputePage A page of disputes.
     * @throws ApiError
     */
    public listDisputes({
        limit,
        cursor,
        status,
        paymentId,
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
         * Only disputes with this status.
         */
        status?: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented' | 'closed' | (string & {}),
        /**
         * Only disputes of this payment.
         */
        paymentId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
         */
        createdTo?: string,
    }): CancelablePromise<DisputePage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/disputes',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'paymentId': paymentId,
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
    /**
     * Retrieve a dispute
     * Returns the current state of one dispute, as the payment processor last reported it.
     *
     * A dispute of another account or of the other mode does not exist for this key and is a 404.
     *
     * @returns Dispute The dispute.
     * @throws ApiError
     */
    public getDispute({
        disputeId,
    }: {
        /**
         * The dispute's id.
         */
        disputeId: string,
    }): CancelablePromise<Dispute> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/disputes/{disputeId}',
            path: {
                'disputeId': disputeId,
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
}
