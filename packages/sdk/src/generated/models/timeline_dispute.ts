/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { DisputeStatus } from './DisputeStatus';
/**
 * A dispute of the payment became known, or was changed. Only the latest change is shown.
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
     * The payment processor's code of the reason.
     */
    reason: string | null;
    /**
     * The version of the dispute.
     */
    version: number;
};

