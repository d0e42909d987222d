/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
/**
 * One position of a checkout session.
 */
export type CheckoutLineItem = {
    /**
     * What it is.
     */
    name: string;
    /**
     * How many.
     */
    quantity: number;
    unitAmount: Amount;
};

