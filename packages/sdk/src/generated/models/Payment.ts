/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
import type { MoneyTotal } from './MoneyTotal';
import type { PaymentStatus } from './PaymentStatus';
/**
 * A payment. `refundedAmount` is what its refunds take, completed or still pending; `refundableAmount` is what a new refund may take: nothing unless the payment is completed. A refund moves its amount from one to the other as soon as it is created, and back if it fails.
 */
export type Payment = {
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
        /**
         * The given name as sent with this payment.
         */
        firstName: string | null;
        /**
         * The family name as sent with this payment.
         */
        lastName: string | null;
    } | null;
    /**
     * Your free text.
     */
    description: string | null;
    metadata: Metadata;
    /**
     * Your own reference.
     */
    reference: string | null;
    mode: Mode;
    captureMethod: CaptureMethod;
    /**
     * The payment method that it is paid with; null when none was named.
     */
    paymentMethodId: string | null;
    /**
     * The subscription that it was made for; null for a payment that was created by itself.
     */
    subscriptionId: string | null;
    /**
     * When it fails as `expired` if it is still pending; null when it waits for as long as it takes.
     */
    expiresAt: string | null;
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
    refundableAmount: MoneyTotal;
    /**
     * What the customer has to do now, while the stage is `requires_action`; null otherwise.
     */
    nextAction: {
        /**
         * What kind of action it is.
         */
        type: 'redirect';
        /**
         * The page to send the customer to.
         */
        url: string;
    } | null;
    /**
     * Grows by one with every change, whether an event tells of it or not. The `version` in an event is another count: it numbers the events.
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

