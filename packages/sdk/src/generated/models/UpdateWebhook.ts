/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventSelector } from './EventSelector';
import type { RetrySchedule } from './RetrySchedule';
/**
 * The changes to an endpoint. A field that is left out stays unchanged.
 */
export type UpdateWebhook = {
    /**
     * Where to send events: a public https URL without user name, password or fragment. Any other URL is refused as `forbidden_url`.
     */
    url?: string;
    /**
     * The event types to receive, or `payment.*` and the like, or `*` for all. Replaces the previous list.
     */
    events?: Array<EventSelector>;
    /**
     * A text for you. Null removes it.
     */
    description?: string | null;
    /**
     * Whether to send events to the endpoint. True also enables an endpoint that the service has disabled.
     */
    enabled?: boolean;
    acknowledgeOn?: AcknowledgeOn;
    retrySchedule?: RetrySchedule;
};

