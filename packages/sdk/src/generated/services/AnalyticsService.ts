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
         * Only what was created at this time or later, ISO 8601 with its offset; the quarter of an hour in which it falls is included as a whole. Without it, the 30 intervals that end at `createdTo`.
         */
        createdFrom?: string,
        /**
         * Only what was created before this time, which is not included itself; the quarter of an hour in which it falls is included as a whole. Without it, the end of the current interval.
         */
        createdTo?: string,
        /**
         * How long the intervals are; a day when it is not given. Weeks begin on Monday.
         */
        interval?: SummaryInterval,
        /**
         * The time zone whose days, weeks and months are meant, by its name in the IANA database, such as `Europe/Berlin`; `UTC` when it is not given.
         */
        timezone?: string,
        /**
         * Only amounts in this currency, an ISO 4217 code.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * How many to return at most, 1 to 100. Without it, 20.
         */
        limit?: number,
        /**
         * Where to go on: `nextCursor` of the page before. Opaque, and good only for the list that it came from. Without it, the first page.
         */
        cursor?: string,
        /**
         * Only what was created at this time or later, ISO 8601 with its offset, such as `2026-11-01T00:00:00Z`.
         */
        createdFrom?: string,
        /**
         * Only what was created before this time, which is not included itself.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
         * A name of your choice for this piece of work, such as a UUID: 1 to 255 visible ASCII characters, the same on every retry, another for everything else. However often the request arrives, the work is done once, and a repetition gets the first answer with `Idempotent-Replayed: true`. Another request under the same key is refused (`idempotency_key_reused`). Keys belong to your account and mode and are kept for at least 24 hours. Only successes are kept: after an error, try again with the same key.
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `The first request with this idempotency key is still running; try again after \`Retry-After\` with the same key.`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                413: `The body is larger than 64 KiB.`,
                415: `The body is not JSON in UTF-8, or is not declared as such.`,
                422: `The body does not fit the schema or breaks a rule (\`validation_failed\`, where \`errors\` points at every place that is wrong), holds a card number (\`card_number_refused\`), or comes with the idempotency key of another request (\`idempotency_key_reused\`).`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
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
                400: `The request cannot be read: malformed JSON, an unknown or bad query parameter, a bad header or a bad cursor. Or it lacks the \`Idempotency-Key\` that the account's security configuration asks for (\`idempotency_key_required\`).`,
                401: `No valid API key. Missing, unknown, revoked and expired keys are answered alike.`,
                403: `The key is valid but lacks the scope (\`insufficient_scope\`), or is used from elsewhere (\`ip_not_allowed\`).`,
                404: `There is no such object for this key. Objects of another account or of the other mode do not exist for it.`,
                406: `The \`Accept\` header of the request admits nothing that is answered here.`,
                408: `The headers did not arrive within 10 seconds, or the whole request not within 30 seconds. Nothing was done. The connection
                is closed.
                `,
                409: `There is nothing to download (\`report_not_ready\`): \`currentStatus\` says whether the report is still being made, has failed or has expired.`,
                412: `The object is at another version than the one that \`If-Match\` names, or it has no \`ETag\` that \`If-Match\` could name; or it is at a version that \`If-None-Match\` excludes. Nothing was done.`,
                429: `The limit of the account is used up, or too many requests with bad keys came from this address. Try again after \`Retry-After\`.`,
                431: `The request line and headers exceed 16 KiB. Nothing was done. The connection is closed.`,
                500: `Something went wrong inside. The request may or may not have taken effect: repeat a POST with the same \`Idempotency-Key\`.`,
                503: `The service cannot take the request now. Nothing was done; try again after \`Retry-After\`.`,
            },
        });
    }
}
