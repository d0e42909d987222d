/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { timeline_attempt } from './timeline_attempt';
import type { timeline_delivery } from './timeline_delivery';
import type { timeline_dispute } from './timeline_dispute';
import type { timeline_refund } from './timeline_refund';
import type { timeline_state } from './timeline_state';
/**
 * Something that happened to a payment. `type` decides the other fields. Ignore types that you do not know.
 */
export type TimelineEntry = (timeline_state | timeline_attempt | timeline_refund | timeline_dispute | timeline_delivery | UnknownTimelineEntry);


/**
 * An object whose `type` is unknown to this version of the library.
 */
export type UnknownTimelineEntry = {
    /**
     * Any value except the known ones. Its template type matches no known kind, so that a switch can narrow the union.
     */
    type: `(unknown) ${string}`;
    at: string;
};
