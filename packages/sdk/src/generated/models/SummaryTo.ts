/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only what was created before this time, which is not included itself, on a quarter of an hour. Without it, the end of the current interval.
 */
export type SummaryTo = string;
