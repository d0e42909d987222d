/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Refund } from './Refund';
/**
 * A page of refunds, newest first.
 */
export type RefundPage = {
    /**
     * The refunds of this page.
     */
    data: Array<Refund>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

