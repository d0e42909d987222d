/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only what was created at this time or later, ISO 8601 with its offset, on a quarter of an hour. Without it, the 30 intervals that end at `createdTo`.
 */
export type SummaryFrom = string;
