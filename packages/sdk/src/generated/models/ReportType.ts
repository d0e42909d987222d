/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What the report contains.
 */
export type ReportType = 'payments' | 'refunds' | 'disputes' | 'customers' | 'deliveries' | 'reconciliation' | 'settlement' | (string & {});
