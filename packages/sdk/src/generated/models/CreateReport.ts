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
     * Only what was created at this time or later, ISO 8601 with its offset.
     */
    createdFrom: string;
    /**
     * Only what was created before this time, which is not included itself. What is created after the request is never part of it.
     */
    createdTo: string;
};

