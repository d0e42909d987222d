/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only events of this type.
 */
export type EventTypeFilter = 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {});
