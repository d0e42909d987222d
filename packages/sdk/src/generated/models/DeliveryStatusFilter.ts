/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only deliveries with this status.
 */
export type DeliveryStatusFilter = 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled';
