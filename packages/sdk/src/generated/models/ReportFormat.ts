/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * How a report is written.
 */
export type ReportFormat = 'csv' | 'json';
