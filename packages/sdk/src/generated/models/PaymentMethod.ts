/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
import type { PaymentMethodType } from './PaymentMethodType';
/**
 * A way for a customer to pay. Its token is never shown.
 */
export type PaymentMethod = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * Whose it is.
     */
    customerId: string;
    type: PaymentMethodType;
    /**
     * The brand of the card, the bank or the wallet, for people.
     */
    brand: string | null;
    /**
     * The last four characters of its number.
     */
    last4: string | null;
    /**
     * The month, 1 to 12, at whose end it expires.
     */
    expiryMonth: number | null;
    /**
     * The year in which it expires.
     */
    expiryYear: number | null;
    mode: Mode;
    /**
     * When it was added.
     */
    createdAt: string;
};

