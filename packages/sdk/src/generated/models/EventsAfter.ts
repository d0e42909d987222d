/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Start after the event with this id. Requires `order=asc`. Without it, the list starts at the oldest event. It cannot be combined with `cursor`.
 */
export type EventsAfter = string;
