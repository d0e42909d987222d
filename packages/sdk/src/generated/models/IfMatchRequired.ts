/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The `ETag` of the version that you have read. Without it, the response is 428. If the object has changed since then, nothing is done and the response is 412. `*` matches any version. Separate several versions with commas.
 */
export type IfMatchRequired = string;
