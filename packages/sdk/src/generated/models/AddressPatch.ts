/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to the postal address. Fields that you send are set, a field with null is removed, and the others stay unchanged. Null for the whole object removes the address.
 */
export type AddressPatch = {
    /**
     * Street and number; null removes it.
     */
    line1?: string | null;
    /**
     * Flat, floor or other details; null removes it.
     */
    line2?: string | null;
    /**
     * Town or city; null removes it.
     */
    city?: string | null;
    /**
     * County, state or province; null removes it.
     */
    region?: string | null;
    /**
     * Postal code; null removes it.
     */
    postalCode?: string | null;
    /**
     * Two-letter ISO 3166-1 country code; null removes it.
     */
    country?: string | null;
};

