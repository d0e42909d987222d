/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AdvanceTestClock } from '../models/AdvanceTestClock';
import type { TestClock } from '../models/TestClock';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class TestClockService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Retrieve the test clock
     * Returns the time that schedules in your test mode use: when subscriptions are charged and when payments expire. It runs at the speed of real time, ahead by the total that you have advanced it. Only test mode has a clock. With a live key the response is 404.
     * @returns TestClock The clock.
     * @throws ApiError
     */
    public getTestClock(): CancelablePromise<TestClock> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/test/clock',
            errors: {
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
    /**
     * Advance the test clock
     * Moves the time of your account's test mode forward by an ISO 8601 duration, at most `P1Y` at once. Everything that
     * is scheduled in that time happens, in order. Months and years are calendar months and years.
     *
     * The response comes immediately. The clock then moves from one due time to the next. At each one it does what is due,
     * and waits up to 15 seconds until the resulting payments are no longer being processed. Read the clock until its
     * status is `idle`. Until then it cannot be advanced again: 409 `clock_running`.
     *
     * Ids, `createdAt` and `updatedAt`, events, webhook retries and signatures use real time. The clock never goes back.
     *
     * @returns TestClock The clock, which is now running.
     * @throws ApiError
     */
    public advanceTestClock({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * How far to advance the clock.
         */
        requestBody: AdvanceTestClock,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<TestClock> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/test/clock/advance',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`), or the operator has suspended the account (\`account_suspended\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection is closed.`,
                409: `The clock is still running to its target (\`clock_running\`). Or the first request with this idempotency key is still running (\`idempotency_in_progress\`).`,
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
}
