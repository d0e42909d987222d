/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
/**
 * What to capture, and a note. Everything is optional.
 */
export type CapturePayment = {
    amount?: Amount;
    /**
     * The reason, for people. It is stored in the payment's timeline.
     */
    reason?: string;
};

