/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * What a new customer prefers.
 */
export type CustomerPreferencesInput = {
    /**
     * Language tag (BCP 47).
     */
    locale?: string;
    currency?: Currency;
    /**
     * Whether receipts go out by e-mail. Without it, true.
     */
    emailReceipts?: boolean;
};

