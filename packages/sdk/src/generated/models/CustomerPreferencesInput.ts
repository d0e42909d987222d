/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * The preferences of a new customer.
 */
export type CustomerPreferencesInput = {
    /**
     * Language tag (BCP 47).
     */
    locale?: string;
    currency?: Currency;
    /**
     * Whether receipts are sent by e-mail. The default is true.
     */
    emailReceipts?: boolean;
};

