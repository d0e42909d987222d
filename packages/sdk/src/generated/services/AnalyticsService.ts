/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AnalyticsSummary } from '../models/AnalyticsSummary';
import type { CreateReport } from '../models/CreateReport';
import type { Report } from '../models/Report';
import type { ReportRow } from '../models/ReportRow';
import type { SummaryInterval } from '../models/SummaryInterval';
import type { WebhookHealthPage } from '../models/WebhookHealthPage';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class AnalyticsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Summarize payments
     * What came in and what was given back, by interval and currency, oldest first. Amounts of different currencies are never
     * added up.
     *
     * Everything counts at the time of its own creation, in `createdAt`, as it does in the lists, however much later it is
     * settled:
     *
     * | figure | is |
     * |---|---|
     * | `count` | the payments created in the interval, whatever became of them |
     * | `completed`, `failed` | those of them that are completed, or failed; the others are pending |
     * | `gross` | the amounts of those that are completed |
     * | `refunded` | the amounts of the completed refunds that were created in the interval, whenever their payment was |
     * | `net` | `gross` less `refunded`; negative where more was given back than came in |
     * | `successRate` | `completed` / (`completed` + `failed`); null while nothing is settled |
     *
     * So a refund of an old payment lowers the interval in which it was asked for, not the one of the payment, and each figure
     * is the sum of what `listPayments` and `listRefunds` show for the same range and status.
     *
     * **Intervals.** Without a range, the answer has the last 30 intervals, the current one included. Days, weeks and months
     * begin at midnight in `timezone`, a week on Monday, so that a day has 23 or 25 hours where clocks change. The first and
     * the last interval are cut to the range, which grows to whole quarters of an hour: the answer says which. Between
     * `createdFrom` and `createdTo` may lie at most:
     *
     * | interval | range |
     * |---|---|
     * | `hour` | 31 days |
     * | `day` | 366 days |
     * | `week`, `month` | 1,830 days |
     *
     * **Empty intervals** are there with zeros, so that a chart has no gaps: each interval has a row for every currency that
     * occurs in the range, or for the one asked for with `currency`. Without `currency` and without anything in the range there
     * are no rows.
     *
     * **`asOf`.** The figures are kept by the workers, usually some seconds behind: what was committed up to `asOf` is in them,
     * what came later may not be yet. A sum over 9,007,199,254,740,991 cannot be told exactly and is refused with 400: ask for
     * a shorter range.
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
     * See how webhooks do
     * How well your endpoints take what is sent to them: one entry for each webhook, newest first, a page at a time, and `total`
     * for the deliveries to all of them together, those to deleted webhooks included.
     *
     * The range, `createdFrom` to `createdTo`, is about when deliveries were made; it is the last 24 hours when it is not given,
     * and at most 31 days. The figures are read as they are now. So that the answer stays quick, they are made of the newest
     * 500 deliveries to each webhook in the range, and the newest 5,000 for `total`: `coveredFrom` says since when they are
     * complete, which is the start of the range unless there were more.
     *
     * | figure | is |
     * |---|---|
     * | `delivered`, `failed`, `cancelled`, `pending` | what has become of the `deliveries`; `pending` are those with an attempt to come or under way |
     * | `attempts` | the requests that were made for them |
     * | `successRate` | `delivered` / (`delivered` + `failed`); null while there are neither |
     * | `responseTime` | milliseconds until the endpoint answered, whatever it answered; attempts without an answer do not count |
     * | `acknowledgedAfter` | milliseconds from the commit that made the delivery to the attempt that delivered it, waits before retries included |
     *
     * A percentile is a value that was measured: the least that at least 50, 95 or 99 % do not exceed.
     *
     * @returns WebhookHealthPage A page of webhooks, and all together.
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
         * Where to continue, from `nextCursor` of the previous page. The cursor is opaque and works only for the list that issued it. Without it, the first page is returned.
         */
        cursor?: string,
        /**
         * Only objects created at or after this time, in ISO 8601 with an offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded.
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
     * Make a report
     * Starts to write all that was created in a range into a file, newest first. Ask for the report until its status is `ready`,
     * then download it. It is kept for seven days.
     *
     * | type | rows | the key also needs |
     * |---|---|---|
     * | `payments` | payments | `payments:read` |
     * | `refunds` | refunds | `refunds:read` |
     * | `customers` | customers, erased ones left out | `customers:read` |
     * | `deliveries` | deliveries with their last attempt | `webhooks:read` |
     * | `reconciliation` | differences between payments and refunds and what else is known of them, here and at the acquirer | `payments:read`, `refunds:read` |
     *
     * With `json` the file is an array with an object for each row, as the API answers it. With `csv` (RFC 4180, UTF-8, a
     * header line) it has a column for each field; a field within a field is named with a dot, such as `amount.value`, and
     * metadata and lists are JSON text. Texts are quoted; numbers, booleans and empty values are not. An apostrophe goes
     * before a text that a spreadsheet could run as a formula: one that begins with `=`, `+`, `-` or `@`, also after spaces
     * or invisible characters, or with a tab or a line break.
     *
     * A `reconciliation` compares the payments and refunds that were created in the range with the ledger, with the attempts
     * that were made at processors, and refunded amounts with refunds; and what was sent to an acquirer in the range with the
     * acquirer's own book. It has a row for each difference:
     *
     * | field | |
     * |---|---|
     * | `against` | `ledger`, `attempts`, `refunds` or `acquirer` |
     * | `kind` | `missing` there, `unexpected` there, `different`, or `not_compared` |
     * | `id`, `paymentId` | the payment or refund, and its payment; null where nobody knows them |
     * | `recorded`, `found` | the amounts here and there; null where there is none |
     * | `reference`, `operation` | of `acquirer`: what the acquirer knows the operation by, and what was asked for. The reference is null where it is a capture by somebody else that is missed |
     * | `differs` | of a `different` operation: some of `operation`, `status`, `amount`, `payment`, `authorization` |
     * | `recordedStatus`, `foundStatus` | of `acquirer`: what became of the operation here and there |
     *
     * An operation that has an outcome here is `missing` when the book lacks it; one that was never sent from here is
     * `unexpected`, in the report in whose range the acquirer received it. What has no outcome yet, or got it only while the
     * book was read, is left to a report that is made later.
     *
     * No rows means that all agree, with the book as far as `acquirerBook` says. Where not all of the book could be compared, a
     * row of the kind `not_compared` says so in the file as well. What a person has decided without an answer of the processor
     * is a difference only where the book says otherwise: also that the money is held, for as long as it is, and that it was
     * taken by another capture than ours, which must be in the book then.
     *
     * Each row is as it was when it was written. What was created before the request is in the report, even where its
     * transaction was not committed yet. When a customer is deleted, what a report holds of them is gone with them: it is
     * `running` for a moment, and written again without.
     *
     * @returns Report The report, which is now being made.
     * @throws ApiError
     */
    public createReport({
        requestBody,
        idempotencyKey,
    }: {
        /**
         * What to report.
         */
        requestBody: CreateReport,
        /**
         * A unique value of your choice for this request, such as a UUID, with 1 to 255 visible ASCII characters. Send the same key when you retry the request, and a new key for every other request. The work is done once, however often the request arrives. A retry receives the first response with `Idempotent-Replayed: true`. A different request with the same key gets `idempotency_key_reused`. Keys belong to your account and mode and are stored for at least 24 hours. Only successful responses are stored, so after an error you can retry with the same key.
         */
        idempotencyKey?: string,
    }): CancelablePromise<Report> {
        return this.httpRequest.request({
            method: 'POST',
            url: '/v1/analytics/reports',
            headers: {
                'Idempotency-Key': idempotencyKey,
            },
            body: requestBody,
            mediaType: 'application/json',
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
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
     * Retrieve a report
     * How far a report has got, and whether it can be downloaded.
     * @returns Report The report.
     * @throws ApiError
     */
    public getReport({
        reportId,
    }: {
        /**
         * The report's id.
         */
        reportId: string,
    }): CancelablePromise<Report> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/analytics/reports/{reportId}',
            path: {
                'reportId': reportId,
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
     * Download a report
     * The file, in the format of the report, with its length in `Content-Length`. An answer that breaks off before that is not
     * whole: a customer of the report was deleted meanwhile, or the service went away. Ask again.
     *
     * The key needs the scope that the type of the report needs, beside `analytics:read`.
     *
     * @returns ReportRow The file.
     * @throws ApiError
     */
    public downloadReport({
        reportId,
    }: {
        /**
         * The report's id.
         */
        reportId: string,
    }): CancelablePromise<Array<ReportRow>> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/analytics/reports/{reportId}/download',
            path: {
                'reportId': reportId,
            },
            errors: {
                400: `The request is malformed. The JSON, a query parameter, a header or a cursor is invalid, or a query parameter is unknown. Or the account requires an \`Idempotency-Key\` and the request has none (\`idempotency_key_required\`).`,
                401: `The API key is not valid. Missing, unknown, revoked and expired keys all get the same response.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`) or is used from an address that is not allowed (\`ip_not_allowed\`).`,
                404: `The key has no such object. Objects of another account or of the other mode do not exist for a key.`,
                406: `The \`Accept\` header does not allow any media type of this response.`,
                408: `The complete body did not arrive within 30 seconds. Nothing was done.`,
                409: `There is no file to download (\`report_not_ready\`). \`currentStatus\` shows whether the report is still being created, has failed or has expired.`,
                412: `The version of the object does not match \`If-Match\`, the object has no \`ETag\`, or \`If-None-Match\` excludes its version. Nothing was done.`,
                429: `The limit of the account is used up. Or too many requests without a valid key came from this address. Retry after the seconds in \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `An unexpected error happened in the service. The request may or may not have taken effect. Retry a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot process the request now. Nothing was done. Retry after the seconds in \`Retry-After\`.`,
            },
        });
    }
}
