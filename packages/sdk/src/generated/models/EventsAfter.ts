/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * With `order=asc`, where to start: behind the event with this id. Without it, at the beginning. Not together with `cursor`.
 */
export type EventsAfter = string;
