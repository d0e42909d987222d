/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { WebhookTestEventData } from './WebhookTestEventData';
/**
 * A test event, sent to verify an endpoint.
 */
export type webhook_test = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The kind of event.
     */
    type: 'webhook.test';
    /**
     * When the event was made.
     */
    created: string;
    data: WebhookTestEventData;
};

