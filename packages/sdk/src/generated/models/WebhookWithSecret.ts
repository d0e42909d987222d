/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventSelector } from './EventSelector';
import type { Mode } from './Mode';
import type { RetrySchedule } from './RetrySchedule';
/**
 * An endpoint, with the secret that the service generated for it.
 */
export type WebhookWithSecret = {
    /**
     * Its identifier.
     */
    id: string;
    /**
     * Where events are sent.
     */
    url: string;
    /**
     * The event types that it receives, as they were registered.
     */
    events: Array<EventSelector>;
    /**
     * Your text for the endpoint.
     */
    description: string | null;
    /**
     * Whether events are sent to it.
     */
    enabled: boolean;
    acknowledgeOn: AcknowledgeOn;
    retrySchedule: RetrySchedule;
    /**
     * Why the service disabled the endpoint. It does so when every attempt has failed for five days, unless the operator has set another time. Null otherwise. Deliveries wait until you enable it again.
     */
    disabledReason: string | null;
    /**
     * When the previous secret stops signing. Null unless a secret rotation is in progress.
     */
    previousSecretExpiresAt: string | null;
    mode: Mode;
    /**
     * Increases by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
    /**
     * The secret to verify deliveries with. It is shown only once. Null if you chose your own secret, and in the response to a retry.
     */
    secret: string | null;
};

