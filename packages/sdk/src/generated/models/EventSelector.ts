/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Which events an endpoint receives: one type, all types of a resource such as `payment.*`, or `*` for all. The last two also match types that are added later. `webhook.test` is only ever sent by a test.
 */
export type EventSelector = '*' | 'payment.*' | 'refund.*' | 'dispute.*' | 'subscription.*' | 'customer.*' | 'checkout.*' | 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {});
