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
     * Only events that happened at this time or later, ISO 8601 with its offset.
     */
    createdFrom: string;
    /**
     * Only events that happened before this time, which is not included itself. What happens after the request is never part of it. Later than `createdFrom`, and than what is past the account's retention.
     */
    createdTo: string;
    type?: EventKind;
    /**
     * Whether to leave out what has arrived. True, unless it is given: only events whose last delivery to this endpoint has failed, or that were never sent to it. With false every event of its kinds is delivered again.
     */
    onlyFailed?: boolean;
};

