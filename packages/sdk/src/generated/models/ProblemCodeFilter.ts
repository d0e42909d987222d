/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only requests that failed with this code, such as `validation_failed`.
 */
export type ProblemCodeFilter = string;
