/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
import type { MoneyTotal } from './MoneyTotal';
import type { PaymentInitiator } from './PaymentInitiator';
import type { PaymentStatus } from './PaymentStatus';
/**
 * A payment. `amountCapturable` is what can be captured, which is zero unless the stage is `authorized`. `capturedAmount` is what was taken, which is zero until the payment is completed. `refundedAmount` is the sum of its completed and pending refunds. `disputedAmount` is what disputes have withdrawn and not returned. `refundableAmount` is what can still be refunded: `capturedAmount` less the other two, but at least zero. A refund moves its amount from `refundableAmount` to `refundedAmount` as soon as it is created, and back if it fails.
 */
export type Payment = {
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
        /**
         * The given name as it was sent with this payment.
         */
        firstName: string | null;
        /**
         * The family name as it was sent with this payment.
         */
        lastName: string | null;
    } | null;
    /**
     * Your text for the payment.
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
     * The processor that has the payment. Null if a person carries it out.
     */
    processor: {
        /**
         * The connection. `sandbox` and `http` are the sandbox and the gateway of the operator.
         */
        id: string;
        /**
         * What kind of processor it is.
         */
        kind: 'sandbox' | 'stripe' | 'http' | (string & {});
        /**
         * The processor's own reference of the payment, for example `pi_…` at Stripe. Null until it is known, and if the processor has none.
         */
        reference: string | null;
    } | null;
    /**
     * The payment method. Null if none was named.
     */
    paymentMethodId: string | null;
    /**
     * The subscription that the payment belongs to. Null for other payments.
     */
    subscriptionId: string | null;
    /**
     * When the payment fails with the code `expired` if it is still pending. Null if it does not expire.
     */
    expiresAt: string | null;
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
    capturedAmount: MoneyTotal;
    amountCapturable: MoneyTotal;
    /**
     * Until when the processor keeps the held money. After that a payment that is still `authorized` fails with the code `authorization_expired`. Null if nothing was held or the processor does not say.
     */
    captureBefore: string | null;
    /**
     * Who captured the money: `api` for this service, and `processor` if it was captured at the payment processor, for example in Stripe's dashboard. Null until the payment is completed.
     */
    captureOrigin: 'api' | 'processor' | (string & {}) | null;
    refundedAmount: MoneyTotal;
    disputedAmount: MoneyTotal;
    refundableAmount: MoneyTotal;
    /**
     * What the customer has to do while the stage is `requires_action`. Otherwise null.
     */
    nextAction: {
        /**
         * The type of the action.
         */
        type: 'redirect' | (string & {});
        /**
         * The page to send the customer to.
         */
        url: string;
    } | null;
    /**
     * Where the customer comes back to from the page of `nextAction`. Null if none was named.
     */
    returnUrl: string | null;
    initiator: PaymentInitiator;
    /**
     * What the bank statement shows after the name of your business. Null if none was named.
     */
    statementDescriptorSuffix: string | null;
    /**
     * Where the processor sends a receipt. Null if none was named, and once the customer is erased.
     */
    receiptEmail: string | null;
    /**
     * Increases by one with every change, even if no event is sent for it. The `version` in an event is a different number: it numbers the events.
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

