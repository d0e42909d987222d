/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { LoggedRequest } from '../models/LoggedRequest';
import type { LoggedRequestPage } from '../models/LoggedRequestPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class RequestsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * List requests
     * Returns the requests to `/v1` in the mode of the key, newest first, one page at a time: those of API keys and those
     * of people in the console. A request appears about a second after its response. It is listed for seven days.
     *
     * The log contains ids and outcomes, but no addresses, queries, headers or bodies. Requests without a valid API key
     * are not logged, and neither are requests that read this log. If the service is overloaded, requests may be missing:
     * the log is no record for audits. See `GET /v1/security/audit-log` for those.
     *
     * @returns LoggedRequestPage A page of requests.
     * @throws ApiError
     */
    public listRequests({
        limit,
        cursor,
        status,
        operationId,
        method,
        code,
        keyId,
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
         * Only requests with a status of this class.
         */
        status?: '2xx' | '3xx' | '4xx' | '5xx',
        /**
         * Only requests of this operation, such as `createPayment`.
         */
        operationId?: string,
        /**
         * Only requests with this method, such as `POST`.
         */
        method?: string,
        /**
         * Only requests that failed with this code, such as `validation_failed`.
         */
        code?: string,
        /**
         * Only requests of this API key.
         */
        keyId?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
    }): CancelablePromise<LoggedRequestPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/requests',
            query: {
                'limit': limit,
                'cursor': cursor,
                'status': status,
                'operationId': operationId,
                'method': method,
                'code': code,
                'keyId': keyId,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
        });
    }
    /**
     * Retrieve a request
     * Returns one request of the last seven days by its id, which is the header `Request-Id` of its response and the `requestId` of a problem.
     * @returns LoggedRequest The request.
     * @throws ApiError
     */
    public getRequest({
        requestId,
    }: {
        /**
         * The request's id.
         */
        requestId: string,
    }): CancelablePromise<LoggedRequest> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/requests/{requestId}',
            path: {
                'requestId': requestId,
            },
        });
    }
}
