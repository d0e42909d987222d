/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * An amount of money.
 */
export type Amount = {
    /**
     * The amount in the smallest unit of the currency. 1000 is 10.00 USD (2 decimals), 1000 JPY (0 decimals) or 1.000 KWD (3 decimals).
     */
    value: number;
    currency: Currency;
};

