/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Customer } from './Customer';
/**
 * A customer was created.
 */
export type customer_created = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'customer.created';
    /**
     * When the event was created.
     */
    created: string;
    data: Customer;
};

