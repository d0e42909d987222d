/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Network } from './Network';
/**
 * What to change. A field that is left out stays as it is; a list takes the place of the one before.
 */
export type UpdateSecurityConfig = {
    /**
     * The networks that keys may be used from, in CIDR notation; one address is `203.0.113.7/32`, an empty list is any.
     */
    allowedCidrs?: Array<Network>;
    /**
     * New payments of at least this much wait for a person to approve them; at most one amount for each currency.
     */
    approvalThresholds?: Array<Amount>;
    /**
     * Whether a POST without an `Idempotency-Key` is refused, with 400 `idempotency_key_required`.
     */
    requireIdempotencyKey?: boolean;
    /**
     * For how many days events and deliveries are shown; null for as long as the instance shows them where nothing is set.
     */
    retentionDays?: number | null;
};

