/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { DisputeStatus } from './DisputeStatus';
/**
 * A dispute of the payment became known, or was changed.
 */
export type timeline_dispute = {
    /**
     * The type of the entry.
     */
    type: 'timeline.dispute';
    /**
     * When it happened.
     */
    at: string;
    /**
     * The dispute.
     */
    disputeId: string;
    amount: Amount;
    status: DisputeStatus;
    /**
     * What happened to the money with this change. `withdrawn` if the processor took the amount, `reinstated` if it gave the amount back. Null if no money moved.
     */
    movement: 'withdrawn' | 'reinstated' | null;
    /**
     * The payment processor's code of the reason.
     */
    reason: string | null;
    /**
     * The version of the dispute after the change.
     */
    version: number;
};

