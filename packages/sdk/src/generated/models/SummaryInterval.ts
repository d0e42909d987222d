/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The length of the intervals of a summary.
 */
export type SummaryInterval = 'hour' | 'day' | 'week' | 'month';
