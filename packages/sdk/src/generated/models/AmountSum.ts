/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * A sum of amounts, or a difference, which may be negative.
 */
export type AmountSum = {
    /**
     * The value in the smallest unit of the currency, as in Amount.
     */
    value: number;
    currency: Currency;
};

