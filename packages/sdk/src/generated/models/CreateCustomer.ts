/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AddressInput } from './AddressInput';
import type { CustomerPreferencesInput } from './CustomerPreferencesInput';
import type { Metadata } from './Metadata';
/**
 * A customer to create. Only the e-mail address is required.
 */
export type CreateCustomer = {
    /**
     * The e-mail address. It is stored as you write it. Upper and lower case are treated as equal.
     */
    email: string;
    /**
     * The given name.
     */
    firstName?: string;
    /**
     * The family name.
     */
    lastName?: string;
    /**
     * The telephone number.
     */
    phone?: string;
    address?: AddressInput;
    preferences?: CustomerPreferencesInput;
    metadata?: Metadata;
};

