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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list, account and mode that it was issued for. Without it, the first page is returned.
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
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
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
        });
    }
}
