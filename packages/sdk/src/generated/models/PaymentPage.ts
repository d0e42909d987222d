/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Payment } from './Payment';
/**
 * A page of payments, newest first.
 */
export type PaymentPage = {
    /**
     * The payments of this page.
     */
    data: Array<Payment>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

