/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only reports with this status.
 */
export type ReportStatusFilter = 'pending' | 'running' | 'ready' | 'failed' | 'expired';
