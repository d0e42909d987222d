/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects created at or after this time, in ISO 8601 with an offset. The quarter hour that contains it is included as a whole. Without it, the range is the 30 intervals before `createdTo`.
 */
export type SummaryFrom = string;
