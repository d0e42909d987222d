/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * - `payment.completed`: the payment was completed.
 * - `payment.failed`: the payment failed or was declined.
 * - `payment.pending`: the payment was created and is waiting for its outcome.
 * - `payment.authorized`: the money is held and can be captured. Only for payments with `captureMethod: manual`.
 * - `payment.awaiting_approval`: the payment is waiting for an approval.
 * - `payment.requires_action`: the customer has to act, as `nextAction` of the payment says.
 * - `payment.requires_attention`: the outcome of the payment is unknown, and a person must decide.
 * - `refund.completed`: the refund was completed.
 * - `refund.failed`: the refund failed. Its amount can be refunded again.
 * - `dispute.opened`: a dispute of a payment became known.
 * - `dispute.updated`: a dispute has another status, or money of it was withdrawn or returned.
 * - `dispute.closed`: a dispute was won, lost, prevented or closed.
 * - `subscription.created`: a subscription was created.
 * - `subscription.updated`: a subscription was changed by a request, a new period or a removed payment method. Changes of
 * the status to `past_due` or `cancelled` have their own events.
 * - `subscription.cancelled`: a subscription was cancelled.
 * - `subscription.past_due`: a payment of a subscription failed and will be retried.
 * - `customer.created`: a customer was created.
 * - `customer.updated`: a customer was changed.
 * - `checkout.completed`: a customer has paid on the page of a checkout session, or the money is held.
 * - `checkout.expired`: a checkout session ended without a payment.
 * - `webhook.test`: a test event to verify an endpoint.
 *
 */
export type EventKind = 'payment.completed' | 'payment.failed' | 'payment.pending' | 'payment.authorized' | 'payment.awaiting_approval' | 'payment.requires_action' | 'payment.requires_attention' | 'refund.completed' | 'refund.failed' | 'dispute.opened' | 'dispute.updated' | 'dispute.closed' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.past_due' | 'customer.created' | 'customer.updated' | 'checkout.completed' | 'checkout.expired' | 'webhook.test' | (string & {});
