/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
/**
 * A note about the approval and, if another capture took the money, how much. Everything is optional.
 */
export type ApprovePayment = {
    amount?: Amount;
    /**
     * The reason, for people. It is stored in the payment's timeline.
     */
    reason?: string;
};

