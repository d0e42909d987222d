/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects created before this time. The time itself is excluded, unless it lies within a quarter hour, which is then included as a whole. Without it, the range ends with the current interval.
 */
export type SummaryTo = string;
