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
     * Why it failed or was cancelled, or why it waits; null otherwise.
     * - `retries_exhausted`: no attempt was acknowledged; each tells why.
     * - `worker_crash`: ten times it was begun, and nobody noted what came of it.
     * - `webhook_deleted`: its endpoint was deleted.
     * - `event_expired`: its event was past its retention before it could be delivered, as when the endpoint stays disabled.
     * - `endpoint_busy`: while pending, it was put off, since its endpoint keeps those before it waiting. The first hundred wait without.
     *
     */
    reason: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
};

