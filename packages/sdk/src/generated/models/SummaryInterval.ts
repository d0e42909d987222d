/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How long the intervals of a summary are.
 */
export type SummaryInterval = 'hour' | 'day' | 'week' | 'month';
