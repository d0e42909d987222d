/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only payments with exactly this reference.
 */
export type ReferenceFilter = string;
