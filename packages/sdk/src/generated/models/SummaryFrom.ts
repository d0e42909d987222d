/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only what was created at this time or later, ISO 8601 with its offset; the quarter of an hour in which it falls is included as a whole. Without it, the 30 intervals that end at `createdTo`.
 */
export type SummaryFrom = string;
