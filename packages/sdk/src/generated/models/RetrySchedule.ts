/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How long a failed delivery is retried.
 * - `standard`: up to 3 retries, after about 30 seconds, 15 minutes and 7.5 hours. This is the default.
 * - `extended`: up to 7 retries in about 27 hours, after about 30 seconds, 5 minutes, 30 minutes, 2 hours, 4 hours,
 * 8 hours and 12 hours.
 *
 * These are the defaults. The operator can set other delays.
 *
 */
export type RetrySchedule = 'standard' | 'extended' | (string & {});
