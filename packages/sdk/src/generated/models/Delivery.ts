/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { DeliveryAttempt } from './DeliveryAttempt';
import type { DeliveryStatus } from './DeliveryStatus';
import type { EventKind } from './EventKind';
/**
 * The delivery of one event to one endpoint.
 */
export type Delivery = {
    /**
     * Its identifier, which is sent as `Svc-Delivery-Id`.
     */
    id: string;
    /**
     * The event.
     */
    eventId: string;
    /**
     * The endpoint.
     */
    webhookId: string;
    type: EventKind;
    status: DeliveryStatus;
    /**
     * All attempts so far, oldest first.
     */
    attempts: Array<DeliveryAttempt>;
    /**
     * When the next attempt is due. Null unless the delivery is pending.
     */
    nextAttemptAt: string | null;
    /**
     * Why it failed, was cancelled or is waiting. Otherwise null.
     * - `retries_exhausted`: no attempt was acknowledged. Each attempt contains its reason.
     * - `worker_crash`: it was started ten times, but the outcome was never recorded.
     * - `webhook_deleted`: the endpoint was deleted.
     * - `event_expired`: the event passed its retention before it could be delivered, for example because the endpoint
     * stayed disabled.
     * - `endpoint_busy`: it is pending and was deferred, because many earlier deliveries to this endpoint are waiting.
     * While the endpoint responds in time, this only happens to deliveries that would delay those to other endpoints.
     *
     */
    reason: string | null;
    /**
     * When it was created.
     */
    createdAt: string;
};

