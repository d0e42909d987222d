/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryAttempt } from './DeliveryAttempt';
import type { DeliveryStatus } from './DeliveryStatus';
import type { EventKind } from './EventKind';
/**
 * One event on its way to one endpoint.
 */
export type Delivery = {
    /**
     * Its identifier, sent along as `Svc-Delivery-Id`.
     */
    id: string;
    /**
     * The event that is delivered.
     */
    eventId: string;
    /**
     * The endpoint that it goes to.
     */
    webhookId: string;
    type: EventKind;
    status: DeliveryStatus;
    /**
     * Every attempt so far, the first one first.
     */
    attempts: Array<DeliveryAttempt>;
    /**
     * When it is tried next; null unless it is pending.
     */
    nextAttemptAt: string | null;
    /**
     * Why it failed or was cancelled, where no attempt tells. While pending, `endpoint_busy` says that its endpoint keeps those before it waiting. Null otherwise.
     */
    reason: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
};

