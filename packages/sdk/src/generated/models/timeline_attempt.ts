/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The payment processor was asked to do something.
 */
export type timeline_attempt = {
    /**
     * The kind of entry.
     */
    type: 'timeline.attempt';
    /**
     * When it was asked.
     */
    at: string;
    /**
     * What it was asked for.
     */
    operation: 'authorize' | 'capture' | 'void' | 'refund';
    /**
     * The processor's name.
     */
    processor: string;
    /**
     * What it answered; `pending` until its final answer is known.
     */
    outcome: 'pending' | 'approved' | 'declined';
    /**
     * Why it declined, in its own word; null unless it did.
     */
    code: string | null;
    /**
     * When its answer was known; null while it is pending.
     */
    finishedAt: string | null;
};

