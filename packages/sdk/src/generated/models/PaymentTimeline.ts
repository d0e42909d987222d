/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { TimelineEntry } from './TimelineEntry';
/**
 * What happened to a payment, in order of time.
 */
export type PaymentTimeline = {
    /**
     * The entries. The payment's own states and attempts are all there; of refunds and deliveries as many as fit, the first ones first.
     */
    data: Array<TimelineEntry>;
};

