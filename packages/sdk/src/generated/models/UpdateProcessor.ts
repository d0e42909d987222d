/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
import type { ProcessorCredentials } from './ProcessorCredentials';
/**
 * Changes to a connection.
 */
export type UpdateProcessor = {
    /**
     * A name for you, for example of the processor and the account. It needs a visible character. Characters that control lines or the direction of the text are refused.
     */
    name?: string;
    /**
     * Whether new payments may go to it.
     */
    enabled?: boolean;
    /**
     * Of several connections that take a payment, the one with the lowest number gets it.
     */
    priority?: number;
    /**
     * The currencies that it takes. Null means all currencies.
     */
    currencies?: Array<Currency> | null;
    /**
     * The smallest amount that it takes, in the smallest unit of the payment's currency. Null means any amount.
     */
    amountMin?: number | null;
    /**
     * The largest amount that it takes, in the smallest unit of the payment's currency. Null means any amount.
     */
    amountMax?: number | null;
    credentials?: ProcessorCredentials;
};

