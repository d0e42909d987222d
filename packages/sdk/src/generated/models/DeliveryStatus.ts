/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `pending`: it waits for its next attempt.
 * - `delivering`: it is being sent.
 * - `delivered`: the endpoint acknowledged it.
 * - `failed`: no attempt is left.
 * - `cancelled`: the endpoint was deleted before it was delivered, or the event was past its retention.
 *
 */
export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed' | 'cancelled';
