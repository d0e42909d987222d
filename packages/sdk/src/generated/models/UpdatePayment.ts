/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { MetadataPatch } from './MetadataPatch';
/**
 * What to change of a payment. A field that is left out stays as it is.
 */
export type UpdatePayment = {
    /**
     * Free text for you and your reports; null removes it.
     */
    description?: string | null;
    metadata?: MetadataPatch;
};

