/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventSelector } from './EventSelector';
import type { RetrySchedule } from './RetrySchedule';
/**
 * An endpoint to register.
 */
export type CreateWebhook = {
    /**
     * Where to send events: a public https URL without user name, password or fragment. Any other URL is refused as `forbidden_url`.
     */
    url: string;
    /**
     * The event types to receive, or `payment.*` and the like, or `*` for all.
     */
    events: Array<EventSelector>;
    /**
     * The secret that signs deliveries. If you send none, the service generates one. After `whsec_`, send at least 24 random bytes in base64. These bytes are the key of `webhook-signature`, and a short key can be guessed.
     */
    secret?: string;
    /**
     * A text for you.
     */
    description?: string;
    /**
     * Whether to send events to the endpoint. The default is true.
     */
    enabled?: boolean;
    acknowledgeOn?: AcknowledgeOn;
    retrySchedule?: RetrySchedule;
};

