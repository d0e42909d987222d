/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to the customer's preferences. Fields that you send are set, a field with null is reset to its default, and the others stay unchanged. Null for the whole object resets all of them.
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
     * Whether receipts are sent by e-mail. Null means true.
     */
    emailReceipts?: boolean | null;
    /**
     * The payment method of this customer to use unless another one is named. Null removes it.
     */
    defaultPaymentMethodId?: string | null;
};

