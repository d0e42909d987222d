/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * A note about a decision.
 */
export type PaymentDecision = {
    /**
     * The reason, for people. It is stored in the payment's timeline.
     */
    reason?: string;
};

