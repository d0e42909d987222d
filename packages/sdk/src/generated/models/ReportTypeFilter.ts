/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only reports of this type.
 */
export type ReportTypeFilter = 'payments' | 'refunds' | 'customers' | 'deliveries' | 'reconciliation' | 'settlement';
