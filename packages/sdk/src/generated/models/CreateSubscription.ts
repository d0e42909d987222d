/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { SubscriptionInterval } from './SubscriptionInterval';
/**
 * A subscription to create.
 */
export type CreateSubscription = {
    /**
     * The customer to charge. It must belong to the same account and mode.
     */
    customerId: string;
    amount: Amount;
    interval: SubscriptionInterval;
    /**
     * How many intervals make a period. A period is at most three years long.
     */
    intervalCount: number;
    /**
     * When the first period begins, at most five years ahead. The default is now. In test mode this is a time of the test clock.
     */
    startAt?: string;
    /**
     * The payment method of the customer to use. By default, the customer's default payment method. One of them is required if the subscription begins now and only processors that charge stored payment methods take its amount.
     */
    paymentMethodId?: string;
    /**
     * A text for you and your reports. Payments get it too.
     */
    description?: string;
    metadata?: Metadata;
};

