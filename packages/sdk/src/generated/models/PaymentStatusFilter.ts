/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only payments with this status.
 */
export type PaymentStatusFilter = 'pending' | 'completed' | 'failed';
