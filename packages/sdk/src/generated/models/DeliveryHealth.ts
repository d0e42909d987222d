/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The results of deliveries.
 */
export type DeliveryHealth = {
    /**
     * The number of deliveries in the figures.
     */
    deliveries: number;
    /**
     * How many of them were acknowledged.
     */
    delivered: number;
    /**
     * How many failed permanently.
     */
    failed: number;
    /**
     * How many were cancelled, because their webhook was deleted or their event passed its retention.
     */
    cancelled: number;
    /**
     * How many are still in progress.
     */
    pending: number;
    /**
     * The number of requests made for them.
     */
    attempts: number;
    /**
     * Delivered deliveries divided by delivered and failed deliveries. Null if there are none.
     */
    successRate: number | null;
    /**
     * Milliseconds until the endpoint responded. Null if it never responded.
     */
    responseTime: {
        /**
         * The 50th percentile (median).
         */
        p50: number;
        /**
         * The 95th percentile.
         */
        p95: number;
        /**
         * The 99th percentile.
         */
        p99: number;
    } | null;
    /**
     * Milliseconds from the commit that created a delivery until it was delivered. Null if nothing was delivered.
     */
    acknowledgedAfter: {
        /**
         * The 50th percentile (median).
         */
        p50: number;
        /**
         * The 95th percentile.
         */
        p95: number;
        /**
         * The 99th percentile.
         */
        p99: number;
    } | null;
    /**
     * The figures include all deliveries created at or after this time.
     */
    coveredFrom: string;
};

