/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ReportFormat } from './ReportFormat';
import type { ReportType } from './ReportType';
/**
 * A file of all that was created in a range.
 */
export type Report = {
    /**
     * Its identifier.
     */
    id: string;
    type: ReportType;
    format: ReportFormat;
    /**
     * Where the range begins, included.
     */
    createdFrom: string;
    /**
     * Where the range ends, not included.
     */
    createdTo: string;
    /**
     * `pending` and `running` until it is `ready` to be downloaded; `failed` when it could not be made; `expired` seven days after it was ready. An erasure of a customer in it sets it back to `running` for a moment.
     */
    status: 'pending' | 'running' | 'ready' | 'failed' | 'expired';
    /**
     * Why it could not be made; null unless it is `failed`.
     */
    failure: {
        /**
         * `acquirer_unavailable` when the acquirer could not be asked for its book for as long as a report waits, `acquirer_unclear` when what it answered was no page of a book; `internal` for anything else.
         */
        code: 'internal' | 'acquirer_unavailable' | 'acquirer_unclear';
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    /**
     * Of a `reconciliation`: whether payments and refunds were held against the acquirer's own book. `compared`: all of them. `compared_in_part`: those that its book still goes back to, or that went to the acquirer that is set up now. `not_compared`: the acquirer cannot show a book, or none is set up any more. `no_book`: nobody outside keeps one, since it is test mode, or all was done by hand. Null for other reports, and until it is known.
     */
    acquirerBook: 'compared' | 'compared_in_part' | 'not_compared' | 'no_book' | null;
    /**
     * How many rows have been written so far.
     */
    rows: number;
    /**
     * How long the file is; null unless it is ready.
     */
    bytes: number | null;
    /**
     * When it was asked for.
     */
    createdAt: string;
    /**
     * When it is deleted; null while it has not been ready yet.
     */
    expiresAt: string | null;
};

