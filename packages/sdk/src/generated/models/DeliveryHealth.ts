/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What has become of deliveries.
 */
export type DeliveryHealth = {
    /**
     * How many deliveries the figures are made of.
     */
    deliveries: number;
    /**
     * How many of them were acknowledged.
     */
    delivered: number;
    /**
     * How many have failed for good.
     */
    failed: number;
    /**
     * How many were cancelled, since their webhook was deleted or their event past its retention.
     */
    cancelled: number;
    /**
     * How many are still under way.
     */
    pending: number;
    /**
     * How many requests were made for them.
     */
    attempts: number;
    /**
     * Delivered over delivered and failed; null while there are neither.
     */
    successRate: number | null;
    /**
     * Milliseconds until the endpoint answered; null when it has answered nothing.
     */
    responseTime: {
        /**
         * Half of them take no longer.
         */
        p50: number;
        /**
         * 95 of 100 take no longer.
         */
        p95: number;
        /**
         * 99 of 100 take no longer.
         */
        p99: number;
    } | null;
    /**
     * Milliseconds from the commit that made a delivery until it was delivered; null when none was.
     */
    acknowledgedAfter: {
        /**
         * Half of them take no longer.
         */
        p50: number;
        /**
         * 95 of 100 take no longer.
         */
        p95: number;
        /**
         * 99 of 100 take no longer.
         */
        p99: number;
    } | null;
    /**
     * The figures are of all deliveries that were made at this time or later.
     */
    coveredFrom: string;
};

