/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { SubscriptionInterval } from './SubscriptionInterval';
/**
 * A series of payments to make.
 */
export type CreateSubscription = {
    /**
     * Who pays, a customer of this account and mode.
     */
    customerId: string;
    amount: Amount;
    interval: SubscriptionInterval;
    /**
     * How many units make a period, which is at most three years long.
     */
    intervalCount: number;
    /**
     * When the first period begins, at most five years ahead. Without it, now. In test mode the test clock says when that is.
     */
    startAt?: string;
    /**
     * How it is paid, a payment method of the customer. Without it, the customer's default.
     */
    paymentMethodId?: string;
    /**
     * Free text for you and your reports; payments get it, too.
     */
    description?: string;
    metadata?: Metadata;
};

