/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryStatus } from './DeliveryStatus';
import type { EventKind } from './EventKind';
/**
 * An event of the payment was to be delivered to an endpoint.
 */
export type timeline_delivery = {
    /**
     * The kind of entry.
     */
    type: 'timeline.delivery';
    /**
     * When the delivery was made.
     */
    at: string;
    /**
     * The delivery.
     */
    deliveryId: string;
    /**
     * The endpoint that it goes to.
     */
    webhookId: string;
    /**
     * The event that is delivered.
     */
    eventId: string;
    eventType: EventKind;
    status: DeliveryStatus;
    /**
     * How many attempts were made so far.
     */
    attempts: number;
};

