/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The maximum number of objects in the page, 1 to 100. The default is 20.
 */
export type Limit = number;
