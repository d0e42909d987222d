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
     * The `cursor` of the next page. With newest first, null on the last page. With `order=asc`, always present, to continue when there are new events.
     */
    nextCursor: string | null;
};

