/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryStatus } from './DeliveryStatus';
import type { EventKind } from './EventKind';
/**
 * A delivery of an event of the payment to an endpoint.
 */
export type timeline_delivery = {
    /**
     * The type of the entry.
     */
    type: 'timeline.delivery';
    /**
     * When the delivery was created.
     */
    at: string;
    /**
     * The delivery.
     */
    deliveryId: string;
    /**
     * The endpoint.
     */
    webhookId: string;
    /**
     * The event.
     */
    eventId: string;
    eventType: EventKind;
    status: DeliveryStatus;
    /**
     * The number of attempts so far.
     */
    attempts: number;
};

