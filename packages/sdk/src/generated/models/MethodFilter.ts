/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only requests with this method, such as `POST`.
 */
export type MethodFilter = string;
