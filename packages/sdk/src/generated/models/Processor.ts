/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Currency } from './Currency';
import type { Mode } from './Mode';
import type { ProcessorKind } from './ProcessorKind';
import type { ProcessorStatus } from './ProcessorStatus';
import type { ProcessorWarning } from './ProcessorWarning';
/**
 * A connection to an account at a payment processor. Its credentials are never shown.
 */
export type Processor = {
    /**
     * Its identifier.
     */
    id: string;
    kind: ProcessorKind;
    /**
     * A name for you, for example of the processor and the account.
     */
    name: string;
    /**
     * Whether new payments may go to it.
     */
    enabled: boolean;
    /**
     * Of several connections that take a payment, the one with the lowest number gets it.
     */
    priority: number;
    /**
     * The currencies that it takes. Null means all currencies.
     */
    currencies: Array<Currency> | null;
    /**
     * The smallest amount that it takes, in the smallest unit of the payment's currency. Null means any amount.
     */
    amountMin: number | null;
    /**
     * The largest amount that it takes, in the smallest unit of the payment's currency. Null means any amount.
     */
    amountMax: number | null;
    status: ProcessorStatus;
    /**
     * Why the processor could not be reached, refuses the credentials, or made no webhook endpoint. Null if all is well.
     */
    lastError: string | null;
    /**
     * The account at the processor, as the processor names it. Null if the processor does not name it.
     */
    externalAccountId: string | null;
    /**
     * Likely configuration mistakes. Empty if there are none. They can change while `version` and the `ETag` stay the same.
     */
    warnings: Array<ProcessorWarning>;
    /**
     * Where the processor sends its callbacks.
     */
    callbackUrl: string;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it was connected.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

