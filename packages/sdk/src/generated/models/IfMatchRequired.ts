/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The `ETag` of the version that you have seen; without it the answer is 428. If the object has changed since, nothing is done and the answer is 412. `*` is any version, several are separated by commas.
 */
export type IfMatchRequired = string;
