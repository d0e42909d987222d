/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CreateReport } from '../models/CreateReport';
import type { Report } from '../models/Report';
import type { ReportPage } from '../models/ReportPage';
import type { ReportRow } from '../models/ReportRow';
import type { CancelablePromise } from '../core/CancelablePromise';
import type { BaseHttpRequest } from '../core/BaseHttpRequest';
export class ReportsService {
    constructor(public readonly httpRequest: BaseHttpRequest) {}
    /**
     * Create a report
     * Starts to write all objects that were created in a range to a file, newest first. Read the report until its status
     * is `ready`, then download it. It is kept for seven days. A mode can have 100 unfinished reports at a time. Another
     * one gets 429 `too_many_unfinished`.
     *
     * | type | rows | additional scopes of the key |
     * |---|---|---|
     * | `payments` | payments | `payments:read` |
     * | `refunds` | refunds | `refunds:read` |
     * | `disputes` | disputes | `payments:read` |
     * | `customers` | customers, without erased ones | `customers:read` |
     * | `deliveries` | deliveries with their last attempt | `webhooks:read` |
     * | `reconciliation` | differences between payments and refunds and the other records of them, here and at the acquirer | `payments:read`, `refunds:read` |
     * | `settlement` | movements of your balance at payment processors, with their fees | `payments:read`, `refunds:read` |
     *
     * A `json` file is an array with one object for each row, as the API returns it. In a row of `deliveries`, `attempts`
     * is their number and `lastAttempt` the last of them.
     *
     * A `csv` file (RFC 4180, UTF-8, with a header line) has a column for each field. A nested field has a dot in its name,
     * such as `amount.value`. A later version may add columns anywhere, so read columns by their names. Amounts are whole
     * numbers in the smallest unit of their currency. All amounts of a payment, a refund or a dispute are in its
     * `amount.currency`. Metadata and lists are written as JSON text. Texts are quoted; numbers, booleans and empty values are not. A text that a
     * spreadsheet could run as a formula gets an apostrophe in front. These are texts that begin with `=`, `+`, `-` or
     * `@`, also after spaces or invisible characters, or with a tab or a line break. Such a sign after a `;`, a tab or a line break
     * within a text gets an apostrophe too, because a spreadsheet can be set to split there.
     *
     * A `reconciliation` compares the payments and refunds created in the range with the ledger and with the attempts at
     * processors. It compares refunded amounts with refunds, and disputed amounts with disputes. It also compares the operations that were sent to an acquirer
     * in the range with the acquirer's own statement. Each difference is one row:
     *
     * | field | meaning |
     * |---|---|
     * | `against` | `ledger`, `attempts`, `refunds`, `disputes` or `acquirer` |
     * | `kind` | `missing` there, `unexpected` there, `different`, or `not_compared` |
     * | `id`, `paymentId` | the payment, refund or dispute, and its payment; null if they are unknown |
     * | `recorded`, `found` | the amounts here and there; null if there is none |
     * | `reference`, `operation` | only for `acquirer`: the reference of the operation at the acquirer, and what was requested. The reference is null if a capture made by someone else is missing |
     * | `differs` | only for a `different` operation: some of `operation`, `status`, `amount`, `payment`, `authorization` |
     * | `recordedStatus`, `foundStatus` | only for `acquirer`: the outcome of the operation here and there |
     *
     * An operation with an outcome here is `missing` if the statement does not contain it. An operation that was never
     * sent from here is `unexpected`, in the report whose range contains the time at which the acquirer received it. An
     * operation without an outcome, or with an outcome that came while the statement was read, is left to a later report.
     *
     * A report without rows means that everything matches, as far as the statement was compared. `acquirerBook` shows how
     * far. If not all of the statement could be compared, the file also has a row of the kind `not_compared`. A decision
     * that someone made without an answer of the processor is a difference only if the statement contradicts it. This also
     * applies to a decision that the money is held, as long as it is held, and to a decision that the money was taken by
     * another capture: that capture must be in the statement.
     *
     * A `settlement` has a row for each movement of your balance at a processor that belongs to a payment here. It contains
     * what has been read there, which happens every ten minutes. Only connections to Stripe have it. Nothing in it is a
     * difference: a balance has a currency of its own, and fees. `asOf` of the report says until when the balances were read, and
     * `unreadProcessors` names the connections that could not be read lately.
     *
     * | field | meaning |
     * |---|---|
     * | `id` | the processor's reference of the movement |
     * | `kind` | `payment`, `refund`, `refund_failure` for a refund that came back, or `dispute`. A `payment` with a negative `gross` is the part of a hold that was not captured |
     * | `paymentId`, `refundId` | the payment, and the refund if there is one |
     * | `reference`, `processor` | the processor's reference of what moved the money, and the connection |
     * | `gross`, `fee`, `net` | in the currency of the balance, negative for what left it. `net` is `gross` less `fee` |
     * | `exchangeRate` | from the currency of the payment; null if that is the currency of the balance |
     * | `availableAt`, `settledAt` | when the money can be paid out, and when the balance moved: the range is about the latter |
     *
     * Each row shows the state at the time it was written. Everything created before the request is included, even if its
     * transaction was not committed yet. If a customer is deleted, their data is removed from the report: its status is
     * `running` for a moment, and the parts of the file with the customer are written again. The other rows of these parts
     * then show their state at that time. Keep a copy of a file that you have booked from.
     *
     * @returns Report The report, which is now being created.
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
        });
    }
    /**
     * List reports
     * Returns the reports that were requested in the mode of the key, newest first, one page at a time. Expired reports are listed too.
     * @returns ReportPage A page of reports.
     * @throws ApiError
     */
    public listReports({
        limit,
        cursor,
        type,
        status,
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
         * Only reports of this type.
         */
        type?: 'payments' | 'refunds' | 'customers' | 'deliveries' | 'reconciliation' | 'settlement',
        /**
         * Only reports with this status.
         */
        status?: 'pending' | 'running' | 'ready' | 'failed' | 'expired',
    }): CancelablePromise<ReportPage> {
        return this.httpRequest.request({
            method: 'GET',
            url: '/v1/analytics/reports',
            query: {
                'limit': limit,
                'cursor': cursor,
                'type': type,
                'status': status,
            },
        });
    }
    /**
     * Retrieve a report
     * Returns the progress of a report, and whether it can be downloaded.
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
        });
    }
    /**
     * Download a report
     * Returns the file in the format of the report. `Content-Length` is its length. If the download stops before that
     * length, the file is incomplete: a customer in the report was deleted in the meantime, or the service stopped.
     * Request it again.
     *
     * As well as `analytics:read`, the key needs the scope that the type of the report needs.
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
        });
    }
}
