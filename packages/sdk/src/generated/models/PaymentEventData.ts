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
 * The payment as it stood when the event was made. `refundedAmount` is what its refunds take, completed or still pending.
 */
export type PaymentEventData = {
    /**
     * Its identifier.
     */
    id: string;
    status: PaymentStatus;
    amount: Amount;
    /**
     * Who pays; null when the payment was made without a customer.
     */
    customer: {
        /**
         * The customer's identifier.
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
     * When it last changed.
     */
    updatedAt: string;
    /**
     * What a pending payment waits for; null once it is settled.
     */
    stage: 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention' | (string & {}) | null;
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
    refundedAmount: MoneyTotal;
    /**
     * Your own reference.
     */
    reference: string | null;
    metadata: Metadata;
    mode: Mode;
    /**
     * Numbers the events of this payment in their order: 1 for `payment.pending`, and one more with each that follows, none left out. Events may arrive in any order and more than once: one with a lower number than you have seen is older. It is not the `version` of the payment itself, which also grows with changes that no event tells of.
     */
    version: number;
};

