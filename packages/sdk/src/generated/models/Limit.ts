/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How many to return at most, 1 to 100. Without it, 20.
 */
export type Limit = number;
