/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Where to go on: the last `id` that the stream has sent, whatever `type` it was asked for; or the id of an event (`evt_…`), to begin behind that. Without it, the stream begins now.
 */
export type LastEventId = string;
