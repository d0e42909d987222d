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
     * Who pays.
     */
    customerId: string;
    amount: Amount;
    interval: SubscriptionInterval;
    /**
     * How many units make a period.
     */
    intervalCount: number;
    /**
     * When the first period begins.
     */
    startAt: string;
    /**
     * How it is paid; null for the customer's default.
     */
    paymentMethodId: string | null;
    /**
     * Your free text.
     */
    description: string | null;
    metadata: Metadata;
    /**
     * Where it stands.
     */
    status: 'scheduled' | 'active' | 'past_due' | 'cancelled';
    /**
     * When the period began that runs now; null before the first.
     */
    currentPeriodStart: string | null;
    /**
     * When it ends.
     */
    currentPeriodEnd: string | null;
    /**
     * When it is charged next; null when it is not.
     */
    nextPaymentAt: string | null;
    /**
     * Whether it ends with the current period.
     */
    cancelAtPeriodEnd: boolean;
    mode: Mode;
    /**
     * Grows by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

