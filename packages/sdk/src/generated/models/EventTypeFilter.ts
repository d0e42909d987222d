/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only events of this type.
 */
export type EventTypeFilter = 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {});
