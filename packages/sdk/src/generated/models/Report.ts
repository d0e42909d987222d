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

