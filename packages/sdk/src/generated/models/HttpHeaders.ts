/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Headers by name, in lower case.
 */
export type HttpHeaders = Record<string, string>;
