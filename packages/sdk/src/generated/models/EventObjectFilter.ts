/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only events of this payment, refund, dispute, customer, subscription or checkout session. It cannot be combined with `order=asc`.
 */
export type EventObjectFilter = string;
