/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { ProcessorStatus } from './ProcessorStatus';
import type { ProcessorWarning } from './ProcessorWarning';
/**
 * What a processor says about the credentials of a connection.
 */
export type ProcessorVerification = {
    /**
     * The connection.
     */
    processorId: string;
    status: ProcessorStatus;
    /**
     * Why the processor could not be reached or refuses the credentials. Null if it accepts them.
     */
    lastError: string | null;
    /**
     * The account at the processor, as the processor names it. Null if the processor does not name it.
     */
    externalAccountId: string | null;
    /**
     * What the credentials may do, as far as the processor says so without moving money.
     */
    permissions: Array<{
        /**
         * What it is for: `payments` to make and read payments, `statement` to read what the processor has booked, for the reconciliation, `events` to find what the processor's webhooks did not report, `settlement` to read the movements of the balance, for the settlement report, `disputes` to read disputes.
         */
        name: string;
        /**
         * Whether the credentials have it.
         */
        granted: boolean;
    }>;
    /**
     * Likely configuration mistakes. Empty if there are none.
     */
    warnings: Array<ProcessorWarning>;
    /**
     * When the processor was asked.
     */
    verifiedAt: string;
};

