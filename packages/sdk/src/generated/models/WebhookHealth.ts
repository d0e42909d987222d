/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryHealth } from './DeliveryHealth';
/**
 * The delivery health of one webhook.
 */
export type WebhookHealth = {
    /**
     * The webhook.
     */
    webhookId: string;
    /**
     * Whether events are sent to it now.
     */
    enabled: boolean;
    health: DeliveryHealth;
};

