/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Newest first (`desc`, the default) or oldest first (`asc`). Send `asc` together with `cursor`, because a cursor works only for the order that it was issued for.
 */
export type EventOrder = 'desc' | 'asc';
