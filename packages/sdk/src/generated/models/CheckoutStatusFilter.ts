/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only checkout sessions with this status.
 */
export type CheckoutStatusFilter = 'open' | 'completed' | 'expired' | (string & {});
