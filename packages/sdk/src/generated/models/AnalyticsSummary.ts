/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AnalyticsSummaryRow } from './AnalyticsSummaryRow';
import type { SummaryInterval } from './SummaryInterval';
/**
 * Payment and refund totals by interval and currency.
 */
export type AnalyticsSummary = {
    /**
     * The start of the range, inclusive.
     */
    createdFrom: string;
    /**
     * The end of the range, exclusive.
     */
    createdTo: string;
    interval: SummaryInterval;
    /**
     * The time zone of the days, weeks and months.
     */
    timezone: string;
    /**
     * Oldest interval first. Within an interval, sorted by currency.
     */
    data: Array<AnalyticsSummaryRow>;
    /**
     * Everything committed up to this time is included in the figures.
     */
    asOf: string;
};

