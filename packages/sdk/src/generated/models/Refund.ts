/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
/**
 * A refund of a payment, whole or in part.
 */
export type Refund = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The payment that is refunded.
     */
    paymentId: string;
    amount: Amount;
    /**
     * `pending` until it ends as `completed` or `failed`.
     */
    status: 'pending' | 'completed' | 'failed';
    /**
     * Why it was refunded, in your words.
     */
    reason: string | null;
    /**
     * Why it failed; null unless it did.
     */
    failure: {
        /**
         * The reason as a word, for example `insufficient_funds`.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    metadata: Metadata;
    mode: Mode;
    /**
     * Grows by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

