/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
/**
 * A request to the payment processor.
 */
export type timeline_attempt = {
    /**
     * The type of the entry.
     */
    type: 'timeline.attempt';
    /**
     * When the request was sent.
     */
    at: string;
    /**
     * The requested operation.
     */
    operation: 'authorize' | 'capture' | 'void' | 'refund';
    /**
     * The amount to authorize, capture or refund. Null for a void.
     */
    amount: {
        /**
         * The value in the smallest unit of the currency, as in Amount.
         */
        value: number;
        currency: Currency;
    } | null;
    /**
     * The name of the processor.
     */
    processor: string;
    /**
     * The result. `pending` until the final result is known.
     */
    outcome: 'pending' | 'approved' | 'declined';
    /**
     * The processor's reason code. Null unless it declined.
     */
    code: string | null;
    /**
     * When the result was known. Null while it is pending.
     */
    finishedAt: string | null;
};

