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
     * The entries. All states and attempts of the payment are included. Refunds, disputes and deliveries are included as far as they fit, oldest first.
     */
    data: Array<TimelineEntry>;
};

