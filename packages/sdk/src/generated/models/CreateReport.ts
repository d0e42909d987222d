/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ReportFormat } from './ReportFormat';
import type { ReportType } from './ReportType';
/**
 * What to report.
 */
export type CreateReport = {
    type: ReportType;
    format: ReportFormat;
    /**
     * Only objects created at or after this time, in ISO 8601 with an offset.
     */
    createdFrom: string;
    /**
     * Only objects created before this time. The time itself is excluded. Objects created after the request are never included.
     */
    createdTo: string;
};

