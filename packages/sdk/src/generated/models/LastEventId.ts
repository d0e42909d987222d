/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where to continue. Either the last `id` that the stream sent, whatever its `type` filter was, or the id of an event (`evt_…`) to start after. Without it, the stream starts with new events.
 */
export type LastEventId = string;
