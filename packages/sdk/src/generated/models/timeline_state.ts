/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AuditActor } from './AuditActor';
import type { PaymentStatus } from './PaymentStatus';
/**
 * The payment was created, or its state changed.
 */
export type timeline_state = {
    /**
     * The type of the entry.
     */
    type: 'timeline.state';
    /**
     * When it happened.
     */
    at: string;
    status: PaymentStatus;
    /**
     * The new stage. Null once the status is final.
     */
    stage: 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention' | (string & {}) | null;
    /**
     * Why the payment failed. Null unless it failed.
     */
    failure: {
        /**
         * The reason as a code, for example `insufficient_funds`.
         */
        code: string;
        /**
         * The reason in plain words.
         */
        message: string;
    } | null;
    /**
     * Your note when you approved, rejected or cancelled it. Otherwise null.
     */
    reason: string | null;
    /**
     * Who approved, rejected, cancelled or captured it, or created a payment that waits for approval. Otherwise null.
     */
    by: {
        actor: AuditActor;
        /**
         * The id of the key (`key_`) or of the person in the console (`usr_`).
         */
        id: string;
        /**
         * The name of the key or of the person.
         */
        name: string | null;
    } | null;
    /**
     * The new version of the payment.
     */
    version: number;
};

