/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * A sum of money, which may be nothing.
 */
export type MoneyTotal = {
    /**
     * In the currency's smallest unit, as in Amount.
     */
    value: number;
    currency: Currency;
};

