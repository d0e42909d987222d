/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to what the customer prefers: members that you name are set, one with null goes back to what a new customer has, the others stay. Null does so for all.
 */
export type CustomerPreferencesPatch = {
    /**
     * Language tag (BCP 47); null removes it.
     */
    locale?: string | null;
    /**
     * An active ISO 4217 code; null removes it.
     */
    currency?: string | null;
    /**
     * Whether receipts go out by e-mail; null is true.
     */
    emailReceipts?: boolean | null;
    /**
     * The payment method to use unless another is named, one of this customer; null for none.
     */
    defaultPaymentMethodId?: string | null;
};

