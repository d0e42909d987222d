/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
/**
 * A refund to create. Only the payment is required.
 */
export type CreateRefund = {
    /**
     * The payment to refund. It must be completed.
     */
    paymentId: string;
    amount?: Amount;
    /**
     * The reason, in your own words.
     */
    reason?: string;
    metadata?: Metadata;
};

