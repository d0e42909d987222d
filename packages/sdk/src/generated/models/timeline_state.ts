/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { PaymentStatus } from './PaymentStatus';
/**
 * The payment came to be, or changed its state.
 */
export type timeline_state = {
    /**
     * The kind of entry.
     */
    type: 'timeline.state';
    /**
     * When it happened.
     */
    at: string;
    status: PaymentStatus;
    /**
     * The stage that it reached; null once it is settled.
     */
    stage: 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention' | (string & {}) | null;
    /**
     * Why it failed; null unless it did.
     */
    failure: {
        /**
         * The reason as a word, for example `insufficient_funds`.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    /**
     * What you noted when you approved, rejected or cancelled it; null otherwise.
     */
    reason: string | null;
    /**
     * The payment's version from then on.
     */
    version: number;
};

