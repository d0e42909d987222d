/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Subscription } from './Subscription';
/**
 * A page of subscriptions, newest first.
 */
export type SubscriptionPage = {
    /**
     * The subscriptions of this page.
     */
    data: Array<Subscription>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
};

