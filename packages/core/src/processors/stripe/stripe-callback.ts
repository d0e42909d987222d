import type Stripe from 'stripe';
import { DomainError } from '../../platform/errors/domain-error.js';
import type { CallbackRequest, ProcessorCallback, ProcessorNotice } from '../payment-processor.js';
import type { StripeOwnership } from './stripe-ownership.js';

const TOLERANCE_S = 300;

/** An event of a dispute contains its evidence, which has up to 150,000 characters. */
export const MAX_STRIPE_CALLBACK_BYTES = 1_048_576;

const REFERENCE = /^\w{1,255}$/;

/** The events of objects that are not polled, which are also read as a list. Open payments are polled. */
export const SWEPT_EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'payment_intent.canceled',
  'payment_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The events that an endpoint of ours subscribes to. */
export const STRIPE_EVENTS = [
  ...SWEPT_EVENTS,
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export interface StripeCallbackOptions {
  readonly webhookSecret: string | undefined;
  readonly livemode: boolean;
  readonly owner: StripeOwnership;
}

/**
 * Reads an event of Stripe. Throws `unauthorized` for an invalid signature. `ignored`: the event is not about an attempt
 * of this installation.
 */
export async function readStripeCallback(
  { headers, body, now }: CallbackRequest,
  { webhookSecret, livemode, owner }: StripeCallbackOptions,
): Promise<ProcessorCallback | ProcessorNotice | 'ignored'> {
  const event = await verifiedEvent(body, headers['stripe-signature'], webhookSecret, now);
  const { object } = (event?.data ?? {}) as { object?: unknown };
  if (event?.livemode !== livemode || typeof object !== 'object' || object === null) return 'ignored';
  return subjectOf(event, owner) ?? 'ignored';
}

async function verifiedEvent(
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string | undefined,
  now: Date,
): Promise<Stripe.Event | null> {
  const { default: Sdk } = await import('stripe');
  try {
    const { signature: verifier } = Sdk.webhooks;
    if (typeof signature !== 'string' || secret === undefined || verifier === null) {
      throw new Error('no signature, or no secret');
    }
    // Its constructEvent also refuses thin events, whatever their signature.
    verifier.verifyHeader(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
    if (isAhead(signature, now)) throw new Error('the signature is dated in the future');
    return JSON.parse(body.toString('utf8')) as Stripe.Event | null;
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new DomainError('malformed_json', 'The body is not valid JSON in UTF-8.', { cause });
    }
    throw new DomainError('unauthorized', 'The signature of the callback is invalid.', { cause });
  }
}

/** Stripe's library refuses only signatures that are too old. This reads the last `t`, as the library does. */
function isAhead(signature: string, now: Date): boolean {
  const signedAt = signature.split(',').findLast((part) => part.startsWith('t=')) ?? '';
  return Number.parseInt(signedAt.slice(2), 10) > now.getTime() / 1_000 + TOLERANCE_S;
}

/** What an event is about; undefined if it is not about this installation. A dispute, or a refund that was made at Stripe, does not show whose payment it is about. */
export function subjectOf(
  { data: { object } }: Stripe.Event,
  owner: StripeOwnership,
): ProcessorCallback | ProcessorNotice | undefined {
  switch (object.object) {
    case 'payment_intent': {
      const capture = owner.captureOf(object.metadata);
      if (capture !== undefined) return { ...capture, operation: 'capture' };
      const attempt = owner.attemptOf(object.metadata);
      return attempt && { ...attempt, operation: 'authorize' };
    }
    case 'checkout.session': {
      const attempt = owner.attemptOf(object.metadata);
      return attempt && { ...attempt, operation: 'authorize' };
    }
    case 'dispute':
      return noticeOf('dispute', object.id);
    case 'refund': {
      const attempt = owner.attemptOf(object.metadata);
      if (attempt !== undefined) return { ...attempt, operation: 'refund' };
      return owner.isOfAnother(object.metadata) ? undefined : noticeOf('refund', object.id);
    }
    default:
      return undefined;
  }
}

/** Undefined if the id is not one of Stripe. */
function noticeOf(operation: ProcessorNotice['operation'], id: unknown): ProcessorNotice | undefined {
  return typeof id === 'string' && REFERENCE.test(id) ? { operation, reference: id } : undefined;
}
