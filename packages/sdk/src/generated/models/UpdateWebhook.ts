/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { AcknowledgeOn } from './AcknowledgeOn';
import type { EventKind } from './EventKind';
/**
 * What to change of an endpoint. A field that is left out stays as it is.
 */
export type UpdateWebhook = {
    /**
     * Where to send events: a public https address without user name, password or fragment. Addresses that are not public, not https, or hold one of these are refused as `forbidden_url`.
     */
    url?: string;
    /**
     * The kinds of events to be told about, in place of those before.
     */
    events?: Array<EventKind>;
    /**
     * Free text for you; null removes it.
     */
    description?: string | null;
    /**
     * Whether to send events to it. True also ends what the service has switched off.
     */
    enabled?: boolean;
    acknowledgeOn?: AcknowledgeOn;
};

