/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { WebhookEvent } from './WebhookEvent';
/**
 * A page of events.
 */
export type WebhookEventPage = {
    /**
     * The events of this page.
     */
    data: Array<WebhookEvent>;
    /**
     * Whether there are more after these.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Newest first, null on the last page; with `order=asc` always there, to go on from when there are new events.
     */
    nextCursor: string | null;
};

