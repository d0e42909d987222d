/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AnalyticsSummaryRow } from './AnalyticsSummaryRow';
import type { SummaryInterval } from './SummaryInterval';
/**
 * Payments and refunds by interval and currency.
 */
export type AnalyticsSummary = {
    /**
     * Where the range begins, included.
     */
    createdFrom: string;
    /**
     * Where the range ends, not included.
     */
    createdTo: string;
    interval: SummaryInterval;
    /**
     * The time zone whose days, weeks and months these are.
     */
    timezone: string;
    /**
     * Oldest first, and by currency within an interval.
     */
    data: Array<AnalyticsSummaryRow>;
    /**
     * All that was committed up to this time is in the figures.
     */
    asOf: string;
};

