/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects created before this time, in ISO 8601 with an offset. The time itself is excluded. A list is empty if this is before `createdFrom`.
 */
export type CreatedTo = string;
