/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
/**
 * A refund to make. Only the payment is required.
 */
export type CreateRefund = {
    /**
     * The payment to refund; it must be completed.
     */
    paymentId: string;
    amount?: Amount;
    /**
     * Why, in your words.
     */
    reason?: string;
    metadata?: Metadata;
};

