/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only what was created at this time or later, ISO 8601 with its offset, such as `2026-11-01T00:00:00Z`.
 */
export type CreatedFrom = string;
