/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { NewPaymentCustomer } from './NewPaymentCustomer';
/**
 * A payment to make. Only the amount is required.
 */
export type CreatePayment = {
    amount: Amount;
    customer?: NewPaymentCustomer;
    /**
     * Free text for you and your reports.
     */
    description?: string;
    metadata?: Metadata;
    /**
     * Your own reference, for example an order number.
     */
    reference?: string;
};

