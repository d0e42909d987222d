/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * When to cancel a subscription.
 */
export type CancelSubscription = {
    /**
     * Whether to cancel at the end of the current period instead of now. The default is false.
     */
    atPeriodEnd?: boolean;
};

