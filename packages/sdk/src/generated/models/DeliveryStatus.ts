/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `pending`: it is waiting for its next attempt.
 * - `delivering`: it is being sent.
 * - `delivered`: the endpoint acknowledged it.
 * - `failed`: no attempts are left.
 * - `cancelled`: the endpoint was deleted, or the event passed its retention, before it was delivered.
 *
 */
export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled';
