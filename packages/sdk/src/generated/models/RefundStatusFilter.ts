/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only refunds with this status.
 */
export type RefundStatusFilter = 'pending' | 'completed' | 'failed';
