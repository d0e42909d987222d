/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Dispute } from './Dispute';
/**
 * A page of disputes, newest first.
 */
export type DisputePage = {
    /**
     * The disputes of this page.
     */
    data: Array<Dispute>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

