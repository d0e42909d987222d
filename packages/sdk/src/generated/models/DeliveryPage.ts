/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Delivery } from './Delivery';
/**
 * A page of deliveries, newest first.
 */
export type DeliveryPage = {
    /**
     * The deliveries of this page.
     */
    data: Array<Delivery>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

