/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only disputes of this payment.
 */
export type DisputedPaymentFilter = string;
