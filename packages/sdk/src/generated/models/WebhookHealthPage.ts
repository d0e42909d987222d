/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryHealth } from './DeliveryHealth';
import type { WebhookHealth } from './WebhookHealth';
/**
 * How webhooks do, one by one and all together.
 */
export type WebhookHealthPage = {
    /**
     * Where the range begins, included.
     */
    createdFrom: string;
    /**
     * Where the range ends, not included.
     */
    createdTo: string;
    total: DeliveryHealth;
    /**
     * The webhooks of this page, newest first.
     */
    data: Array<WebhookHealth>;
    /**
     * Whether another page follows.
     */
    hasMore: boolean;
    /**
     * The cursor of the next page; null when there is none.
     */
    nextCursor: string | null;
    /**
     * When the figures were read.
     */
    asOf: string;
};

