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
     * Whether somebody else must approve a payment that waits for approval. Its creator, and those who last set the amount or the payment method of its subscription, cannot approve it then. A key counts as the person who created it in the console. A key that no person created counts as somebody else than the keys that it creates: give it `security:write` or `payments:approve`, but not both.
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

