/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Newest first (`desc`) or oldest first (`asc`). Without it, `desc`. Send it along with `cursor`: a cursor is good only for the order that it came from.
 */
export type EventOrder = 'desc' | 'asc';
