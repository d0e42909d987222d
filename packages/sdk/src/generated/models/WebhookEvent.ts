/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { checkout_completed } from './checkout_completed';
import type { checkout_expired } from './checkout_expired';
import type { customer_created } from './customer_created';
import type { customer_updated } from './customer_updated';
import type { dispute_closed } from './dispute_closed';
import type { dispute_opened } from './dispute_opened';
import type { dispute_updated } from './dispute_updated';
import type { payment_authorized } from './payment_authorized';
import type { payment_awaiting_approval } from './payment_awaiting_approval';
import type { payment_completed } from './payment_completed';
import type { payment_failed } from './payment_failed';
import type { payment_pending } from './payment_pending';
import type { payment_requires_action } from './payment_requires_action';
import type { payment_requires_attention } from './payment_requires_attention';
import type { refund_completed } from './refund_completed';
import type { refund_failed } from './refund_failed';
import type { subscription_cancelled } from './subscription_cancelled';
import type { subscription_created } from './subscription_created';
import type { subscription_past_due } from './subscription_past_due';
import type { subscription_updated } from './subscription_updated';
import type { webhook_test } from './webhook_test';
/**
 * Something that happened, as it is delivered to webhooks. `type` decides the fields of `data`, which is the whole payment, refund, dispute, customer, subscription or checkout session at the time of the event.
 */
export type WebhookEvent = (payment_completed | payment_failed | payment_pending | payment_authorized | payment_awaiting_approval | payment_requires_action | payment_requires_attention | refund_completed | refund_failed | dispute_opened | dispute_updated | dispute_closed | subscription_created | subscription_updated | subscription_cancelled | subscription_past_due | customer_created | customer_updated | checkout_completed | checkout_expired | webhook_test | UnknownWebhookEvent);


/**
 * An object whose `type` is unknown to this version of the library.
 */
export type UnknownWebhookEvent = {
    id: string;
    /**
     * Any value except the known ones. Its template type matches no known kind, so that a switch can narrow the union.
     */
    type: `(unknown) ${string}`;
    created: string;
    data: Record<string, unknown>;
};
