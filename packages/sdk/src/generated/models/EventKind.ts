/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `payment.completed`: the payment was completed.
 * - `payment.failed`: the payment failed or was declined.
 * - `payment.pending`: the payment was created and is waiting for its outcome.
 * - `payment.authorized`: the money is held and can be captured. Only for payments with `captureMethod: manual`.
 * - `refund.completed`: the refund was completed.
 * - `refund.failed`: the refund failed. Its amount can be refunded again.
 * - `subscription.created`: a subscription was created.
 * - `subscription.cancelled`: a subscription was cancelled.
 * - `subscription.past_due`: a payment of a subscription failed and will be retried.
 * - `customer.created`: a customer was created.
 * - `webhook.test`: a test event to verify an endpoint.
 *
 */
export type EventKind = 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'refund.completed' | 'refund.failed' | 'subscription.created' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'webhook.test' | (string & {});
