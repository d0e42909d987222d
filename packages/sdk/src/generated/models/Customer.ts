/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
/**
 * A customer.
 */
export type Customer = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The e-mail address.
     */
    email: string;
    /**
     * The given name.
     */
    firstName: string | null;
    /**
     * The family name.
     */
    lastName: string | null;
    /**
     * The telephone number.
     */
    phone: string | null;
    /**
     * The postal address.
     */
    address: {
        /**
         * Street and number.
         */
        line1: string | null;
        /**
         * What else the street needs.
         */
        line2: string | null;
        /**
         * Town or city.
         */
        city: string | null;
        /**
         * County, state or province.
         */
        region: string | null;
        /**
         * Postal code.
         */
        postalCode: string | null;
        /**
         * ISO 3166-1 code of two letters.
         */
        country: string | null;
    } | null;
    /**
     * What the customer prefers.
     */
    preferences: {
        /**
         * Language tag.
         */
        locale: string | null;
        /**
         * ISO 4217 code.
         */
        currency: string | null;
        /**
         * Whether receipts go out by e-mail.
         */
        emailReceipts: boolean;
        /**
         * The payment method to use unless another is named.
         */
        defaultPaymentMethodId: string | null;
    };
    metadata: Metadata;
    mode: Mode;
    /**
     * Grows by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

