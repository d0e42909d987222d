/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AmountSum } from './AmountSum';
import type { Currency } from './Currency';
/**
 * The payments, refunds and disputes of one currency created in one interval.
 */
export type AnalyticsSummaryRow = {
    /**
     * The start of the interval, inclusive.
     */
    start: string;
    /**
     * The end of the interval, exclusive.
     */
    end: string;
    currency: Currency;
    /**
     * The number of payments created.
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
    disputed: AmountSum;
    net: AmountSum;
    /**
     * Completed payments divided by completed and failed payments. Null if there are none.
     */
    successRate: number | null;
};

