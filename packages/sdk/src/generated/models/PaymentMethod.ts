/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
import type { PaymentMethodType } from './PaymentMethodType';
/**
 * A payment method of a customer. Its token is never shown.
 */
export type PaymentMethod = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The customer that it belongs to.
     */
    customerId: string;
    type: PaymentMethodType;
    /**
     * The connection that the token belongs to. Null if there was none when the method was added. It is then charged by the sandbox in test mode, and in live mode by the acquirer of the operator, if there is one.
     */
    processorId: string | null;
    /**
     * The brand of the card, the bank or the wallet, for display.
     */
    brand: string | null;
    /**
     * The last four characters of the number.
     */
    last4: string | null;
    /**
     * The month of expiry, 1 to 12. It is valid until the end of the month.
     */
    expiryMonth: number | null;
    /**
     * The year of expiry.
     */
    expiryYear: number | null;
    mode: Mode;
    /**
     * When it was created.
     */
    createdAt: string;
};

