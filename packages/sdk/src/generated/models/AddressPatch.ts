/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Changes to the postal address: members that you name are set, one with null is removed, the others stay. Null removes all of it.
 */
export type AddressPatch = {
    /**
     * Street and number; null removes it.
     */
    line1?: string | null;
    /**
     * What else the street needs; null removes it.
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
     * ISO 3166-1 code of two letters; null removes it.
     */
    country?: string | null;
};

