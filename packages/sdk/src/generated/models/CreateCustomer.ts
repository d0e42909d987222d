/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Metadata } from './Metadata';
import type { NewAddress } from './NewAddress';
import type { NewCustomerPreferences } from './NewCustomerPreferences';
/**
 * A customer to create. Only the e-mail address is required.
 */
export type CreateCustomer = {
    /**
     * The e-mail address. It is kept as written and compared without regard to the letters' case.
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
    address?: NewAddress;
    preferences?: NewCustomerPreferences;
    metadata?: Metadata;
};

