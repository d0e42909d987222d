/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Amount } from './Amount';
import type { DisputeStatus } from './DisputeStatus';
import type { Mode } from './Mode';
import type { MoneyTotal } from './MoneyTotal';
/**
 * A customer's bank contests a payment. Answer it at the payment processor. `withdrawnAmount` is what the payment processor has taken from your balance for it. What was returned is subtracted. It is zero for an inquiry. The `disputedAmount` of a payment is the sum of the `withdrawnAmount` of its disputes.
 */
export type Dispute = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The disputed payment.
     */
    paymentId: string;
    amount: Amount;
    withdrawnAmount: MoneyTotal;
    /**
     * The payment processor's code of the reason, for example `fraudulent`. Null if there is none.
     */
    reason: string | null;
    status: DisputeStatus;
    /**
     * Until when the payment processor takes your answer. Null if it takes none.
     */
    evidenceDueBy: string | null;
    /**
     * The page of the payment processor for your answer. Null if it has none.
     */
    processorUrl: string | null;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it became known here.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

