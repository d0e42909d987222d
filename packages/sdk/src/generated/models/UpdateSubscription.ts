/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { MetadataPatch } from './MetadataPatch';
import type { SubscriptionInterval } from './SubscriptionInterval';
/**
 * The changes to a subscription. A field that is left out stays unchanged.
 */
export type UpdateSubscription = {
    amount?: Amount;
    interval?: SubscriptionInterval;
    /**
     * How many intervals make a period. A period is at most three years long.
     */
    intervalCount?: number;
    /**
     * The payment method. Null for the customer's default.
     */
    paymentMethodId?: string | null;
    /**
     * A text for you and your reports. Null removes it.
     */
    description?: string | null;
    metadata?: MetadataPatch;
    /**
     * Whether to cancel at the end of the current period. False revokes a cancellation that has not happened yet.
     */
    cancelAtPeriodEnd?: boolean;
};

