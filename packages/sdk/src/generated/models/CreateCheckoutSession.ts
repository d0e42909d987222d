/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { CheckoutLineItem } from './CheckoutLineItem';
import type { Metadata } from './Metadata';
import type { PaymentCustomerInput } from './PaymentCustomerInput';
/**
 * A checkout session to create.
 */
export type CreateCheckoutSession = {
    /**
     * What the session is for. The default is `payment`.
     */
    mode?: 'payment' | (string & {});
    amount: Amount;
    customer?: PaymentCustomerInput;
    /**
     * A text for you and your reports, and on the page.
     */
    description?: string;
    /**
     * What the customer buys, as the page shows it. Their sum must be `amount`.
     */
    lineItems?: Array<CheckoutLineItem>;
    /**
     * The language of the page. Without it, the browser of the customer decides.
     */
    locale?: 'en' | 'de' | 'fr' | 'es' | (string & {});
    /**
     * The connection to use, or `sandbox` in test mode. It must take the currency and amount. By default it is chosen when the customer pays.
     */
    processorId?: string;
    /**
     * Your own reference, for example an order number. The payment gets it too.
     */
    reference?: string;
    metadata?: Metadata;
    captureMethod?: CaptureMethod;
    /**
     * Whether to save the card, so that you can charge it later. The page then asks the customer for consent. It needs a `customer`, and a processor that saves cards: Stripe, or the sandbox.
     */
    savePaymentMethod?: boolean;
    /**
     * Where the customer goes after paying. `checkoutSessionId` is added to its query. It needs HTTPS in live mode.
     */
    successUrl: string;
    /**
     * Where the customer goes to leave without paying. `checkoutSessionId` is added to its query. It needs HTTPS in live mode.
     */
    cancelUrl: string;
    /**
     * When the session expires, 30 minutes to 23 hours ahead, in ISO 8601 with an offset. The default is in one hour. In test mode this is a time of the test clock.
     */
    expiresAt?: string;
};

