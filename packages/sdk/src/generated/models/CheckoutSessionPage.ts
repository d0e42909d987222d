/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { CheckoutSession } from './CheckoutSession';
/**
 * A page of checkout sessions, newest first.
 */
export type CheckoutSessionPage = {
    /**
     * The sessions of this page.
     */
    data: Array<CheckoutSession>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

