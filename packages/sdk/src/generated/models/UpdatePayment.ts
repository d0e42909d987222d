/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { MetadataPatch } from './MetadataPatch';
/**
 * The changes to a payment. A field that is left out stays unchanged.
 */
export type UpdatePayment = {
    /**
     * A text for you and your reports. Null removes it.
     */
    description?: string | null;
    metadata?: MetadataPatch;
};

