/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { MetadataPatch } from './MetadataPatch';
import type { SubscriptionInterval } from './SubscriptionInterval';
/**
 * What to change of a subscription. A field that is left out stays as it is.
 */
export type UpdateSubscription = {
    amount?: Amount;
    interval?: SubscriptionInterval;
    /**
     * How many units make a period, which is at most three years long.
     */
    intervalCount?: number;
    /**
     * How it is paid; null for the customer's default.
     */
    paymentMethodId?: string | null;
    /**
     * Free text for you and your reports; null removes it.
     */
    description?: string | null;
    metadata?: MetadataPatch;
    /**
     * Whether it ends with the current period. False takes back an end that is still ahead.
     */
    cancelAtPeriodEnd?: boolean;
};

