/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The unit of a period, in calendar units in UTC.
 */
export type SubscriptionInterval = 'day' | 'week' | 'month' | 'year';
