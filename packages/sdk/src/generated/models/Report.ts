/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ReportFormat } from './ReportFormat';
import type { ReportType } from './ReportType';
/**
 * A file of all objects created in a range.
 */
export type Report = {
    /**
     * Its identifier.
     */
    id: string;
    type: ReportType;
    format: ReportFormat;
    /**
     * The start of the range, inclusive.
     */
    createdFrom: string;
    /**
     * The end of the range, exclusive.
     */
    createdTo: string;
    /**
     * `pending` and `running` until it is `ready` for download. `failed` if it could not be created. `expired` seven days after it was ready. If a customer in the report is erased, it returns to `running` for a moment.
     */
    status: 'pending' | 'running' | 'ready' | 'failed' | 'expired';
    /**
     * Why it could not be created. Null unless it is `failed`.
     */
    failure: {
        /**
         * `acquirer_unavailable` if an acquirer did not return its statement for as long as a report waits. `acquirer_unclear` if its response was not a valid page of a statement, for example because it refuses the credentials. `internal` for any other reason.
         */
        code: 'internal' | 'acquirer_unavailable' | 'acquirer_unclear';
        /**
         * The reason in plain words, with the id of the processor whose statement could not be read.
         */
        message: string;
    } | null;
    /**
     * Only for a `reconciliation`: whether payments and refunds were compared with the statements of the acquirers that
     * they were sent to. Null for other reports, and until it is known.
     * - `compared`: all of them were compared.
     * - `compared_in_part`: only those that a statement still covers. The file has a row `not_compared` for each
     * processor whose statement was not compared, or only in part.
     * - `not_compared`: no acquirer has a statement, or none is connected any more.
     * - `no_book`: nothing needs a statement, because everything was done in the sandbox or manually.
     */
    acquirerBook: 'compared' | 'compared_in_part' | 'not_compared' | 'no_book' | null;
    /**
     * Only for a `settlement`: everything readable is included that moved the balances before this time. A movement in a currency or with a precision that is not supported is missing. It is the earliest of all connections to Stripe, when the report was requested. Null for other reports, and if there is no such connection.
     */
    asOf: string | null;
    /**
     * Only for a `settlement`: the connections whose balance could not be read lately. Movements since their `asOf` are missing. Null for other reports.
     */
    unreadProcessors: Array<{
        /**
         * The connection.
         */
        processorId: string;
        /**
         * Its name.
         */
        name: string;
        /**
         * Until when its balance was read. When it was connected, if it was never read.
         */
        asOf: string;
    }> | null;
    /**
     * How many rows have been written so far.
     */
    rows: number;
    /**
     * The size of the file in bytes. Null unless it is ready.
     */
    bytes: number | null;
    /**
     * When it was requested.
     */
    createdAt: string;
    /**
     * When it is deleted. Null until it has been ready.
     */
    expiresAt: string | null;
};

