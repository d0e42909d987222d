/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { Mode } from './Mode';
/**
 * What holds for every key of the account in one mode.
 */
export type SecurityConfig = {
    /**
     * The networks that keys may be used from, besides what each key says itself; any when empty.
     */
    allowedCidrs: Array<string>;
    /**
     * New payments of at least this much wait for a person to approve them; one amount for each currency.
     */
    approvalThresholds: Array<Amount>;
    /**
     * Whether a POST without an `Idempotency-Key` is refused, with 400 `idempotency_key_required`.
     */
    requireIdempotencyKey: boolean;
    /**
     * For how many days events and deliveries are shown; null for as long as the instance shows them where nothing is set.
     */
    retentionDays: number | null;
    mode: Mode;
    /**
     * Grows by one with every change.
     */
    version: number;
    /**
     * When it last changed; null when it never has.
     */
    updatedAt: string | null;
};

