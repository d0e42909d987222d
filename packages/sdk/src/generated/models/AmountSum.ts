/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * A sum of many amounts, or the difference of two, which may be negative.
 */
export type AmountSum = {
    /**
     * In the currency's smallest unit, as in Amount.
     */
    value: number;
    currency: Currency;
};

