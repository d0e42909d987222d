/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Metadata } from './Metadata';
import type { Mode } from './Mode';
import type { SubscriptionInterval } from './SubscriptionInterval';
/**
 * A series of payments, one for each period.
 */
export type Subscription = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The customer to charge.
     */
    customerId: string;
    amount: Amount;
    interval: SubscriptionInterval;
    /**
     * How many intervals make a period.
     */
    intervalCount: number;
    /**
     * When the first period begins.
     */
    startAt: string;
    /**
     * The payment method. Null for the customer's default.
     */
    paymentMethodId: string | null;
    /**
     * Your text for the subscription.
     */
    description: string | null;
    metadata: Metadata;
    /**
     * The status of the subscription.
     */
    status: 'scheduled' | 'active' | 'past_due' | 'cancelled';
    /**
     * When the current period began. Null before the first one.
     */
    currentPeriodStart: string | null;
    /**
     * When the current period ends. Null before the first one.
     */
    currentPeriodEnd: string | null;
    /**
     * When the next charge is due. Null if there is none.
     */
    nextPaymentAt: string | null;
    /**
     * Whether it is cancelled at the end of the current period.
     */
    cancelAtPeriodEnd: boolean;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

