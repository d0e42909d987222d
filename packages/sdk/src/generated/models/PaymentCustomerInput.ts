/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The customer. Send either `email`, optionally with names, or only `id`. If a customer with this e-mail address exists, it is used, otherwise it is created. Upper and lower case are treated as equal. An `id` must belong to a customer of the same account and mode. Sending neither or both is an error.
 */
export type PaymentCustomerInput = {
    /**
     * The id of an existing customer. It cannot be combined with other fields.
     */
    id?: string;
    /**
     * The e-mail address. Required unless `id` is given.
     */
    email?: string;
    /**
     * The given name, stored with this payment as sent.
     */
    firstName?: string;
    /**
     * The family name, stored with this payment as sent.
     */
    lastName?: string;
};

