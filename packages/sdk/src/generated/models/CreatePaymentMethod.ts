/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentMethodType } from './PaymentMethodType';
/**
 * A way for a customer to pay, as your payment processor knows it.
 */
export type CreatePaymentMethod = {
    type: PaymentMethodType;
    /**
     * The token that the payment processor gave. It is encrypted and never shown again.
     */
    processorToken: string;
    /**
     * The brand of the card, the bank or the wallet, for people.
     */
    brand?: string;
    /**
     * The last four characters of its number.
     */
    last4?: string;
    /**
     * The month, 1 to 12, at whose end it expires. It comes together with `expiryYear`.
     */
    expiryMonth?: number;
    /**
     * The year, with four digits, in which it expires. It comes together with `expiryMonth`.
     */
    expiryYear?: number;
};

