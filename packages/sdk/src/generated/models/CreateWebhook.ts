/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventKind } from './EventKind';
/**
 * An endpoint to register.
 */
export type CreateWebhook = {
    /**
     * Where to send events: a public https address without user name, password or fragment. Addresses that are not public, not https, or hold one of these are refused as `forbidden_url`.
     */
    url: string;
    /**
     * The kinds of events to be told about.
     */
    events: Array<EventKind>;
    /**
     * The secret to sign deliveries with. Without it the service makes one.
     */
    secret?: string;
    /**
     * Free text for you.
     */
    description?: string;
    /**
     * Whether to send events to it. Without it, true.
     */
    enabled?: boolean;
    acknowledgeOn?: AcknowledgeOn;
};

