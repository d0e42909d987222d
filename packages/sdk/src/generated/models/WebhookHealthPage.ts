/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryHealth } from './DeliveryHealth';
import type { WebhookHealth } from './WebhookHealth';
/**
 * The delivery health of webhooks, one by one and in total.
 */
export type WebhookHealthPage = {
    /**
     * The start of the range, inclusive.
     */
    createdFrom: string;
    /**
     * The end of the range, exclusive.
     */
    createdTo: string;
    total: DeliveryHealth;
    /**
     * The webhooks of this page, newest first.
     */
    data: Array<WebhookHealth>;
    /**
     * Whether there are more pages.
     */
    hasMore: boolean;
    /**
     * The `cursor` of the next page. Null on the last page.
     */
    nextCursor: string | null;
    /**
     * When the figures were computed.
     */
    asOf: string;
};

