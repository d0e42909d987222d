/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AddressPatch } from './AddressPatch';
import type { CustomerPreferencesPatch } from './CustomerPreferencesPatch';
import type { MetadataPatch } from './MetadataPatch';
/**
 * The changes to a customer. A field that is left out stays unchanged.
 */
export type UpdateCustomer = {
    /**
     * The e-mail address. It is stored as you write it. Upper and lower case are treated as equal.
     */
    email?: string;
    /**
     * The given name; null removes it.
     */
    firstName?: string | null;
    /**
     * The family name; null removes it.
     */
    lastName?: string | null;
    /**
     * The telephone number; null removes it.
     */
    phone?: string | null;
    address?: AddressPatch;
    preferences?: CustomerPreferencesPatch;
    metadata?: MetadataPatch;
};

