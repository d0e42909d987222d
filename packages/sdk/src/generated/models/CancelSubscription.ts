/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * When to end a subscription.
 */
export type CancelSubscription = {
    /**
     * Whether to end it with the current period instead of now. Without it, false.
     */
    atPeriodEnd?: boolean;
};

