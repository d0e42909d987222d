/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Report } from './Report';
/**
 * A page of reports, newest first.
 */
export type ReportPage = {
    /**
     * The reports of this page.
     */
    data: Array<Report>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

