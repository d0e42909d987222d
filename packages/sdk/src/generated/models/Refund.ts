/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
import type { Origin } from './Origin';
/**
 * A full or partial refund of a payment.
 */
export type Refund = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The refunded payment.
     */
    paymentId: string;
    amount: Amount;
    /**
     * `pending` until it becomes `completed` or `failed`. A completed refund becomes `failed` if the payment processor
     * reports it later, for example because the customer's bank returned the money.
     *
     */
    status: 'pending' | 'completed' | 'failed';
    /**
     * The reason, in your own words.
     */
    reason: string | null;
    /**
     * Why the refund failed. Null unless it failed.
     */
    failure: {
        /**
         * The reason as a code, for example `insufficient_funds`.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    metadata: Metadata;
    origin: Origin;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

