/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AmountSum } from './AmountSum';
import type { Currency } from './Currency';
/**
 * The payments and refunds of one currency that were created in one interval.
 */
export type AnalyticsSummaryRow = {
    /**
     * Where the interval begins, included.
     */
    start: string;
    /**
     * Where it ends, not included.
     */
    end: string;
    currency: Currency;
    /**
     * How many payments were created.
     */
    count: number;
    /**
     * How many of them are completed.
     */
    completed: number;
    /**
     * How many of them have failed.
     */
    failed: number;
    gross: AmountSum;
    refunded: AmountSum;
    net: AmountSum;
    /**
     * Completed payments over all that are settled; null while none is.
     */
    successRate: number | null;
};

