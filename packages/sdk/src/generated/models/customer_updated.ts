/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Customer } from './Customer';
/**
 * A customer was changed.
 */
export type customer_updated = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'customer.updated';
    /**
     * When the event was created.
     */
    created: string;
    data: Customer;
};

