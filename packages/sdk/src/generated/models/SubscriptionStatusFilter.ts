/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only subscriptions with this status.
 */
export type SubscriptionStatusFilter = 'scheduled' | 'active' | 'past_due' | 'cancelled';
