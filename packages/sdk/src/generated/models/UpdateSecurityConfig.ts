/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Network } from './Network';
/**
 * The changes. A field that is left out stays unchanged. A list replaces the previous one.
 */
export type UpdateSecurityConfig = {
    /**
     * The networks from which keys can be used, in CIDR notation. A single address is `203.0.113.7/32`. An empty list allows any network.
     */
    allowedCidrs?: Array<Network>;
    /**
     * New payments of at least this amount wait for approval. Send at most one amount for each currency.
     */
    approvalThresholds?: Array<Amount>;
    /**
     * Whether another person or key than the creator must approve a payment that waits for approval. The last one that set the amount of its subscription cannot approve it either, and neither can the last one that set its payment method. A key counts as the person who created it in the console. A key that no person created and the keys that it creates count as different creators: give such a key `security:write` or `payments:approve`, not both.
     */
    approvalsBySomeoneElse?: boolean;
    /**
     * Whether a POST without an `Idempotency-Key` is refused with 400 `idempotency_key_required`.
     */
    requireIdempotencyKey?: boolean;
    /**
     * The number of days for which events and deliveries are shown. Null for the default of the instance.
     */
    retentionDays?: number | null;
};

