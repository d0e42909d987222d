/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
import type { MoneyTotal } from './MoneyTotal';
import type { PaymentStatus } from './PaymentStatus';
/**
 * The payment at the time of the event. `refundedAmount` is the sum of its completed and pending refunds.
 */
export type PaymentEventData = {
    /**
     * Its identifier.
     */
    id: string;
    status: PaymentStatus;
    amount: Amount;
    /**
     * The customer. Null if the payment was created without one.
     */
    customer: {
        /**
         * The id of the customer.
         */
        id: string;
        /**
         * The e-mail address.
         */
        email: string;
    } | null;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
    /**
     * What a pending payment is waiting for. Null once its status is final.
     */
    stage: 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention' | (string & {}) | null;
    /**
     * Why the payment failed. Null unless it failed.
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
    refundedAmount: MoneyTotal;
    /**
     * Your own reference.
     */
    reference: string | null;
    metadata: Metadata;
    mode: Mode;
    /**
     * The number of this event in the sequence of the payment's events. It is 1 for `payment.pending` and increases by exactly one with each further event. Events may arrive in any order and more than once. An event with a lower number than one that you have already received is older. This is not the `version` of the payment itself, which also increases with changes that send no event.
     */
    version: number;
};

