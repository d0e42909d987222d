/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What a report lists.
 */
export type ReportType = 'payments' | 'refunds' | 'customers' | 'deliveries' | 'reconciliation' | (string & {});
