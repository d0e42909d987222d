/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only what was created before this time, which is not included itself; the quarter of an hour in which it falls is included as a whole. Without it, the end of the current interval.
 */
export type SummaryTo = string;
