/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { CheckoutLineItem } from './CheckoutLineItem';
import type { Metadata } from './Metadata';
/**
 * A page on which a customer pays.
 */
export type CheckoutSession = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * What the session is for.
     */
    mode: 'payment' | (string & {});
    /**
     * Whether it was created in live mode, with real money.
     */
    livemode: boolean;
    /**
     * - `open`: the customer can pay.
     * - `completed`: the money is taken, or held with `captureMethod: manual`.
     * - `expired`: the session ended without a payment.
     *
     */
    status: 'open' | 'completed' | 'expired' | (string & {});
    /**
     * - `unpaid`: no money is taken or held.
     * - `authorized`: the money is held. Capture or cancel the payment.
     * - `paid`: the money is taken. A refund does not change it.
     *
     */
    paymentStatus: 'unpaid' | 'authorized' | 'paid' | (string & {});
    /**
     * The page to send the customer to. Null once the session is no longer open. Do not publish it: it is the only key to the page.
     */
    url: string | null;
    amount: Amount;
    /**
     * The customer. Null if the session was created without one.
     */
    customerId: string | null;
    /**
     * Your text for the session and its payment.
     */
    description: string | null;
    /**
     * What the customer buys, as the page shows it. Empty if none were named.
     */
    lineItems: Array<CheckoutLineItem>;
    /**
     * The language of the page. Without it, the browser of the customer decides.
     */
    locale: 'en' | 'de' | 'fr' | 'es' | (string & {}) | null;
    /**
     * The connection that was asked for. Null if it is chosen when the customer pays.
     */
    processorId: string | null;
    /**
     * Your own reference.
     */
    reference: string | null;
    metadata: Metadata;
    captureMethod: CaptureMethod;
    /**
     * Whether the card is saved, so that you can charge it later.
     */
    savePaymentMethod: boolean;
    /**
     * Where the customer goes after paying.
     */
    successUrl: string;
    /**
     * Where the customer goes to leave without paying.
     */
    cancelUrl: string;
    /**
     * When the session expires.
     */
    expiresAt: string;
    /**
     * The last payment of the session. Null until the customer has pressed the button.
     */
    paymentId: string | null;
    /**
     * The saved payment method. Null until the session is completed, and if nothing is saved.
     */
    paymentMethodId: string | null;
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

