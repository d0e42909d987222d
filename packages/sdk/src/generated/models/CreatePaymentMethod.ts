/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentMethodType } from './PaymentMethodType';
/**
 * A payment method of a customer, as your payment processor knows it.
 */
export type CreatePaymentMethod = {
    type: PaymentMethodType;
    /**
     * The token from your payment processor. It is encrypted and never shown again.
     */
    processorToken: string;
    /**
     * The connection that the token belongs to. Payments with this method always go there. By default, it is the enabled connection with the lowest `priority`, if there is one.
     */
    processorId?: string;
    /**
     * The brand of the card, the bank or the wallet, for display.
     */
    brand?: string;
    /**
     * The last four characters of the number.
     */
    last4?: string;
    /**
     * The month of expiry, 1 to 12. It requires `expiryYear`.
     */
    expiryMonth?: number;
    /**
     * The year of expiry, with four digits. It requires `expiryMonth`.
     */
    expiryYear?: number;
};

