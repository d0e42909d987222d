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
        });
    }
}
