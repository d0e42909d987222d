/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
/**
 * A refund of the payment was created, was completed, or failed.
 */
export type timeline_refund = {
    /**
     * The type of the entry.
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
     * The new status of the refund.
     */
    status: 'pending' | 'completed' | 'failed';
    /**
     * Why the refund failed. Null unless it failed.
     */
    failure: {
        /**
         * The reason as a code.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    /**
     * The reason for the refund, in your own words.
     */
    reason: string | null;
    /**
     * The new version of the refund.
     */
    version: number;
};

