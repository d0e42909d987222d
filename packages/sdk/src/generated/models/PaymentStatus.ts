/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * `pending` until it becomes `completed` or `failed`. Both are final. A refund never changes the status.
 */
export type PaymentStatus = 'pending' | 'completed' | 'failed';
