/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A postal address. One with nothing in it counts as none.
 */
export type AddressInput = {
    /**
     * Street and number.
     */
    line1?: string;
    /**
     * What else the street needs.
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
     * ISO 3166-1 code of two letters.
     */
    country?: string;
};

