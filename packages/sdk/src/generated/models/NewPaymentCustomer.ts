/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who pays. A customer with this e-mail, whatever its case, is used, or created.
 */
export type NewPaymentCustomer = {
    /**
     * The e-mail address.
     */
    email: string;
    /**
     * The given name, kept on this payment as sent.
     */
    firstName?: string;
    /**
     * The family name, kept on this payment as sent.
     */
    lastName?: string;
};

