/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
/**
 * A refund of the payment came to be, or ended.
 */
export type timeline_refund = {
    /**
     * The kind of entry.
     */
    type: 'timeline.refund';
    /**
     * When it happened.
     */
    at: string;
    /**
     * The refund.
     */
    refundId: string;
    amount: Amount;
    /**
     * The refund's status from then on.
     */
    status: 'pending' | 'completed' | 'failed';
    /**
     * Why it failed; null unless it did.
     */
    failure: {
        /**
         * The reason as a word.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    /**
     * Why it was refunded, in your words.
     */
    reason: string | null;
    /**
     * The refund's version from then on.
     */
    version: number;
};

