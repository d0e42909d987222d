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
         * Flat, floor or other details.
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
         * Two-letter ISO 3166-1 country code.
         */
        country: string | null;
    } | null;
    /**
     * The customer's preferences.
     */
    preferences: {
        /**
         * Language tag (BCP 47).
         */
        locale: string | null;
        /**
         * ISO 4217 code.
         */
        currency: string | null;
        /**
         * Whether receipts are sent by e-mail.
         */
        emailReceipts: boolean;
        /**
         * The payment method to use unless another one is named.
         */
        defaultPaymentMethodId: string | null;
    };
    metadata: Metadata;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

