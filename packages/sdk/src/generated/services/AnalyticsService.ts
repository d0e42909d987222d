/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AnalyticsSummary } from '../models/AnalyticsSummary';
import type { SummaryInterval } from '../models/SummaryInterval';
import type { WebhookHealthPage } from '../models/WebhookHealthPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class AnalyticsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Summarize payments
     * Payment and refund totals by interval and currency, oldest interval first. Amounts in different currencies are never
     * added up.
     *
     * An object counts in the interval of its own `createdAt`, as in the lists, even if its outcome comes much later:
     *
     * | figure | meaning |
     * |---|---|
     * | `count` | the payments created in the interval, whatever their status |
     * | `completed`, `failed` | how many of them are completed or failed; the others are pending |
     * | `gross` | the total amount that was captured for the completed ones |
     * | `refunded` | the total amount of the completed refunds created in the interval, whenever their payment was created |
     * | `disputed` | what the disputes that became known in the interval have withdrawn and not returned |
     * | `net` | `gross` minus `refunded` and `disputed`; negative if more was returned than received |
     * | `successRate` | `completed` / (`completed` + `failed`); null if both are zero |
     *
     * A refund of an old payment therefore lowers the interval in which the refund was created, not the interval of the
     * payment. The figures are sums of what `listPayments`, `listRefunds` and `listDisputes` return for the same range and status:
     * of `capturedAmount`, of `amount`, and of `withdrawnAmount`.
     *
     * **Intervals.** Without a range, the response covers the last 30 intervals, including the current one. Days, weeks
     * and months begin at midnight in `timezone`. A week begins on Monday. A day has 23 or 25 hours when the clocks
     * change. The first and the last interval are cut to the range. The range is extended to whole quarter hours, and the
     * response contains the extended range. `createdFrom` and `createdTo` may be at most this far apart:
     *
     * | interval | range |
     * |---|---|
     * | `hour` | 31 days |
     * | `day` | 366 days |
     * | `week`, `month` | 1,830 days |
     *
     * **Empty intervals** contain zeros, so that a chart has no gaps. Each interval has a row for every currency in the
     * range, or only for `currency` if you send it. Without `currency`, an empty range has no rows. A summary of more than
     * 10,000 rows gets a 400: send `currency`, a shorter range or a longer interval.
     *
     * **`asOf`.** The workers update the figures, usually with a delay of some seconds. Everything committed up to `asOf`
     * is included; later changes may be missing. A sum above 9,007,199,254,740,991 cannot be represented exactly and gets
     * a 400. Request a shorter range.
     *
     * @returns AnalyticsSummary The figures.
     * @throws ApiError
     */
    public getAnalyticsSummary({
        createdFrom,
        createdTo,
        interval,
        timezone,
        currency,
    }: {
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset. The quarter hour that contains it is included as a whole. Without it, the range is the 30 intervals before `createdTo`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time. The time itself is excluded, unless it lies within a quarter hour, which is then included as a whole. Without it, the range ends with the current interval.
         */
        createdTo?: string,
        /**
         * The length of an interval, by default `day`. Weeks begin on Monday.
         */
        interval?: SummaryInterval,
        /**
         * The time zone of days, weeks and months, as an IANA name such as `Europe/Berlin`. The default is `UTC`.
         */
        timezone?: string,
        /**
         * Only amounts in this currency (ISO 4217 code).
         */
        currency?: string,
    }): CancelablePromise<AnalyticsSummary> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/analytics/summary',
            query: {
                'createdFrom': createdFrom,
                'createdTo': createdTo,
                'interval': interval,
                'timezone': timezone,
                'currency': currency,
            },
        });
    }
    /**
     * Retrieve webhook delivery health
     * The delivery health of your endpoints. There is one entry for each webhook, newest first, one page at a time.
     * `total` covers the deliveries to all webhooks, including deleted ones.
     *
     * The range `createdFrom` to `createdTo` selects deliveries by their creation time. The default is the last 24 hours,
     * the maximum 31 days. The figures are computed for each request. To keep the response fast, they use the newest 500
     * deliveries to each webhook in the range, and the newest 5,000 for `total`. `coveredFrom` shows the time from which
     * the figures are complete. It is the start of the range unless there were more deliveries than that.
     *
     * | figure | meaning |
     * |---|---|
     * | `delivered`, `failed`, `cancelled`, `pending` | the `deliveries` by status; `pending` includes deliveries that are being sent |
     * | `attempts` | the requests made for them |
     * | `successRate` | `delivered` / (`delivered` + `failed`); null if both are zero |
     * | `responseTime` | milliseconds until the endpoint responded, with any status; attempts without a response do not count |
     * | `acknowledgedAfter` | milliseconds from the commit that created the delivery to the successful attempt, including waits before retries |
     *
     * A percentile is a measured value: the smallest value that at least 50, 95 or 99 % of the values do not exceed.
     *
     * @returns WebhookHealthPage A page of webhooks, and the total.
     * @throws ApiError
     */
    public listWebhookHealth({
        limit,
        cursor,
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
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
         */
        createdTo?: string,
    }): CancelablePromise<WebhookHealthPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/analytics/webhooks',
            query: {
                'limit': limit,
                'cursor': cursor,
                'createdFrom': createdFrom,
                'createdTo': createdTo,
            },
        });
    }
}
