import type { Logger } from '../../platform/logger.js';
import type Stripe from 'stripe';
import { checkAfter } from '../check-after.js';
import type {
  ProcessorAttempt,
  ProcessorOutcome,
  ProcessorRequest,
  RefundOutcome,
  RefundRequest,
  ProcessorCapture,
} from '../payment-processor.js';
import { fromStripeAmount } from './stripe-amounts.js';
import { cutText } from './stripe-text.js';

const UNKNOWN = { kind: 'unknown' } as const;
const APPROVED = { kind: 'approved' } as const;

/** Stripe's limit of a message, so that no text of it grows without bound here. */
const MAX_MESSAGE = 500;

export function declined(code: string, message: string): ProcessorOutcome & { readonly kind: 'declined' } {
  // Postgres text cannot contain NUL.
  return { kind: 'declined', code, message: cutText(message.replaceAll('\0', '\uFFFD'), MAX_MESSAGE) };
}

export function inexpressible({ currency }: Pick<ProcessorRequest, 'currency'>): ProcessorOutcome & {
  readonly kind: 'declined';
} {
  return declined('amount_not_supported', `Stripe cannot take this amount in ${currency}.`);
}

/** The outcome of an authorization that was confirmed, or may have been. */
export function authorizationOutcome(intent: Stripe.PaymentIntent, attempt: ProcessorAttempt): ProcessorOutcome {
  switch (intent.status) {
    case 'succeeded': {
      if (intent.capture_method !== 'manual') return APPROVED;
      const captured = processorCapture(intent, attempt);
      return captured === undefined ? UNKNOWN : { ...APPROVED, captured };
    }
    case 'requires_capture':
      return held(intent);
    case 'processing':
      return { kind: 'pending', checkAfterMs: checkAfter(attempt) };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { kind: 'requires_action', url, checkAfterMs: checkAfter(attempt) } : UNKNOWN;
    }
    // It was created with a payment method, which only a failed confirmation takes away.
    case 'requires_payment_method':
      return cardDecline(intent) ?? declined('declined', 'The card was declined.');
    case 'canceled':
      return cardDecline(intent) ?? canceled(intent);
    default:
      return UNKNOWN;
  }
}

/** The hold of a card, and until when it stands. */
function held({ latest_charge: charge }: Stripe.PaymentIntent): ProcessorOutcome {
  const captureBefore = typeof charge === 'string' ? undefined : charge?.payment_method_details?.card?.capture_before;
  return captureBefore === undefined ? APPROVED : { ...APPROVED, captureBefore: new Date(captureBefore * 1_000) };
}

/** The outcome of a capture. `capturedBy`: whose capture took the money. */
export function captureOutcome(
  intent: Stripe.PaymentIntent,
  attempt: ProcessorAttempt,
  capturedBy: 'this' | 'another' | 'none of ours',
): ProcessorOutcome {
  switch (intent.status) {
    case 'succeeded': {
      if (capturedBy === 'this') return APPROVED;
      const captured = capturedBy === 'another' ? undefined : processorCapture(intent, attempt);
      return captured === undefined ? alreadyCaptured() : { ...alreadyCaptured(), captured };
    }
    case 'processing':
      return { kind: 'pending', checkAfterMs: checkAfter(attempt) };
    case 'canceled':
      return canceled(intent);
    default:
      return UNKNOWN;
  }
}

export function voidOutcome(intent: Stripe.PaymentIntent): ProcessorOutcome {
  if (intent.status === 'canceled') return APPROVED;
  return intent.status === 'succeeded' ? alreadyCaptured() : UNKNOWN;
}

export function stripeRefundOutcome(refund: Stripe.Refund, request: RefundRequest): RefundOutcome {
  switch (refund.status) {
    case 'succeeded':
      return APPROVED;
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', checkAfterMs: checkAfter(request) };
    default:
      return refundFailure(refund) ?? UNKNOWN;
  }
}

/** Why a refund has failed; undefined unless it has. */
export function refundFailure(refund: Stripe.Refund): (ProcessorOutcome & { readonly kind: 'declined' }) | undefined {
  if (refund.status === 'canceled') return declined('canceled', 'The refund was canceled at Stripe.');
  if (refund.status !== 'failed') return undefined;
  return declined(refund.failure_reason ?? 'refund_failed', 'The refund failed at Stripe.');
}

/** The reference in the statement of a capture that was made at Stripe. */
export function captureReference({ id }: Pick<Stripe.PaymentIntent, 'id'>): string {
  return `${id}/capture`;
}

/** A capture that was made at Stripe; undefined if its amount is impossible. */
function processorCapture(intent: Stripe.PaymentIntent, attempt: ProcessorAttempt): ProcessorCapture | undefined {
  const amountValue = fromStripeAmount(intent.amount_received, attempt.currency);
  if (amountValue === undefined || amountValue < 1 || amountValue > attempt.authorizedValue) return undefined;
  return { amountValue, reference: captureReference(intent) };
}

function cardDecline({ last_payment_error: error }: Stripe.PaymentIntent): ProcessorOutcome | undefined {
  if (error === null) return undefined;
  const code = error.decline_code ?? error.code ?? error.type;
  return declined(code, error.message ?? 'The card was declined.');
}

function canceled({ cancellation_reason: reason }: Stripe.PaymentIntent): ProcessorOutcome {
  // Stripe itself cancels a hold whose time is up.
  return reason === 'automatic' || reason === 'expired'
    ? declined('authorization_expired', 'The hold on the money has expired.')
    : declined('canceled', 'The payment was canceled at Stripe.');
}

function alreadyCaptured(): ProcessorOutcome & { readonly kind: 'declined' } {
  return declined('already_captured', 'The money has been captured.');
}

/** The outcome of an operation about which Stripe said nothing usable. */
export function unclear(
  logger: Pick<Logger, 'warn'>,
  { reference }: ProcessorRequest,
  reason: string,
): { readonly kind: 'unknown' } {
  logger.warn(
    { event: 'stripe_unclear', attempt: reference, reason },
    'Stripe gave no usable response; the outcome will be queried',
  );
  return { kind: 'unknown' };
}
