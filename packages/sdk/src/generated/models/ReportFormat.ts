/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The format of the file.
 */
export type ReportFormat = 'csv' | 'json';
