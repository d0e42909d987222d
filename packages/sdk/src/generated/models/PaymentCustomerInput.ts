/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Who pays: either `email`, with names if you like, or `id` alone. A customer with this e-mail, whatever its case, is used, or created. An `id` must be that of a customer of this account and mode. Neither or both is an error.
 */
export type PaymentCustomerInput = {
    /**
     * A customer that exists. It comes alone.
     */
    id?: string;
    /**
     * The e-mail address. Required unless `id` is given.
     */
    email?: string;
    /**
     * The given name, kept on this payment as sent.
     */
    firstName?: string;
    /**
     * The family name, kept on this payment as sent.
     */
    lastName?: string;
};

