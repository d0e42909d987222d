/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { EventKind } from './EventKind';
/**
 * Which events to deliver again.
 */
export type ReplayWebhook = {
    /**
     * Only events that happened at or after this time, in ISO 8601 with an offset.
     */
    createdFrom: string;
    /**
     * Only events that happened before this time. The time itself is excluded. Events that happen after the request are never included. It must be later than `createdFrom` and within the account's retention.
     */
    createdTo: string;
    type?: EventKind;
    /**
     * Whether to leave out events that were already delivered. True by default: only events whose last delivery to this endpoint failed, or that were never sent to it. With false, every event of the endpoint's types is delivered again.
     */
    onlyFailed?: boolean;
};

