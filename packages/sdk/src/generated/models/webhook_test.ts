/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { WebhookTestEventData } from './WebhookTestEventData';
/**
 * A test event to verify an endpoint.
 */
export type webhook_test = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * The type of the event.
     */
    type: 'webhook.test';
    /**
     * When the event was created.
     */
    created: string;
    data: WebhookTestEventData;
};

