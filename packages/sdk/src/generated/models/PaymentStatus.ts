/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * `pending` until it ends as `completed` or `failed`, which are final. Refunds never change it.
 */
export type PaymentStatus = 'pending' | 'completed' | 'failed';
