/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A postal address. An address without any value is stored as no address.
 */
export type AddressInput = {
    /**
     * Street and number.
     */
    line1?: string;
    /**
     * Flat, floor or other details.
     */
    line2?: string;
    /**
     * Town or city.
     */
    city?: string;
    /**
     * County, state or province.
     */
    region?: string;
    /**
     * Postal code.
     */
    postalCode?: string;
    /**
     * Two-letter ISO 3166-1 country code.
     */
    country?: string;
};

