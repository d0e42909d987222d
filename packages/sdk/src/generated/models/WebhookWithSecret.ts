/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventKind } from './EventKind';
import type { Mode } from './Mode';
/**
 * An endpoint with the secret that the service has just made for it.
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
     * The kinds of events that it is told about.
     */
    events: Array<EventKind>;
    /**
     * Your free text.
     */
    description: string | null;
    /**
     * Whether events are sent to it.
     */
    enabled: boolean;
    acknowledgeOn: AcknowledgeOn;
    /**
     * Why the service switched it off, which it does when every attempt has failed for five days; null unless it did. Deliveries then wait until you enable it again.
     */
    disabledReason: string | null;
    /**
     * While a rotation of the secret overlaps: when the previous secret stops to sign. Null otherwise.
     */
    previousSecretExpiresAt: string | null;
    mode: Mode;
    /**
     * Grows by one with every change.
     */
    version: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * The secret to verify deliveries with, shown this once; null when you chose your own, and in the stored answer to a repeated request.
     */
    secret: string | null;
};

