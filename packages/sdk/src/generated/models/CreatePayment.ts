/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { Metadata } from './Metadata';
import type { PaymentCustomerInput } from './PaymentCustomerInput';
import type { PaymentInitiator } from './PaymentInitiator';
/**
 * A payment to create. Only the amount is required.
 */
export type CreatePayment = {
    amount: Amount;
    customer?: PaymentCustomerInput;
    /**
     * A text for you and your reports.
     */
    description?: string;
    metadata?: Metadata;
    /**
     * Your own reference, for example an order number.
     */
    reference?: string;
    captureMethod?: CaptureMethod;
    /**
     * The payment method to use. It must belong to the payment's customer. Without `customer`, the payment gets the customer of the payment method. By default, the customer's `preferences.defaultPaymentMethodId` is used, if it is set.
     */
    paymentMethodId?: string;
    initiator?: PaymentInitiator;
    /**
     * What the customer's bank statement shows after the name of your business, if the processor can set it. Stripe can. It needs a letter, and cannot contain `<`, `>`, `\`, `'`, `"` or `*`.
     */
    statementDescriptorSuffix?: string;
    /**
     * Where the processor sends a receipt, if it sends any. Stripe does. The payment needs a customer, with whom the address is erased.
     */
    receiptEmail?: string;
    /**
     * The connection to use, or `sandbox` in test mode. It must accept the currency and amount. No other connection is tried. If the payment method belongs to another connection, the payment is refused. This is also true for the customer's default payment method.
     */
    processorId?: string;
    /**
     * Where the customer comes back to from the page of `nextAction`. `paymentId` is added to its query. Coming back proves nothing about the payment. It needs HTTPS in live mode.
     */
    returnUrl?: string;
    /**
     * When the payment fails with the code `expired` if it is still pending. A time in the future, at most 366 days ahead, in ISO 8601 with an offset. In test mode this is a time of the test clock. Without it, the payment does not expire.
     */
    expiresAt?: string;
};

