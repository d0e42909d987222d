/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only requests with a status of this class.
 */
export type StatusClassFilter = '2xx' | '3xx' | '4xx' | '5xx';
