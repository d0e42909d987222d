/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What you want to note about a decision.
 */
export type PaymentDecision = {
    /**
     * Why, for people. It is kept in the payment's timeline.
     */
    reason?: string;
};

