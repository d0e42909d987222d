/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { CaptureMethod } from './CaptureMethod';
import type { Metadata } from './Metadata';
import type { PaymentCustomerInput } from './PaymentCustomerInput';
/**
 * A payment to make. Only the amount is required.
 */
export type CreatePayment = {
    amount: Amount;
    customer?: PaymentCustomerInput;
    /**
     * Free text for you and your reports.
     */
    description?: string;
    metadata?: Metadata;
    /**
     * Your own reference, for example an order number.
     */
    reference?: string;
    captureMethod?: CaptureMethod;
    /**
     * A payment method to pay with. It belongs to the payment's customer; without `customer`, its customer becomes the payment's. Without it, the customer's `preferences.defaultPaymentMethodId` is used, if there is one.
     */
    paymentMethodId?: string;
    /**
     * When the payment fails as `expired` if it is still pending: in the future, by at most 366 days, ISO 8601 with its offset. Without it the payment waits for as long as it takes.
     */
    expiresAt?: string;
};

