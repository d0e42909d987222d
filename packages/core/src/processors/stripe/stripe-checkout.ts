import type Stripe from 'stripe';
import { toPublicId } from '../../platform/ids.js';
import { checkAfter } from '../check-after.js';
import type { HostedCheckout, ProcessorAttempt, ProcessorOutcome } from '../payment-processor.js';
import { stripeAmount } from './stripe-amounts.js';
import { idOf, type StripeCustomers } from './stripe-customers.js';
import type { StripeAnswer, StripeCalls, StripeFailure } from './stripe-calls.js';
import { declined } from './stripe-outcomes.js';
import type { StripeOwnership } from './stripe-ownership.js';
import { cutText } from './stripe-text.js';

/**
 * Stripe takes an `expires_at` between half an hour and a day ahead, by its own clock. Ours may be behind it, so the page stays
 * open for longer there: it is ended when the checkout session expires.
 */
const MIN_OPEN_MS = 40 * 60_000;
const MAX_OPEN_MS = 1_439 * 60_000;
const MAX_NAME = 250;
const LOCALES = ['en', 'de', 'fr', 'es'] as const;
const NOBODY: { readonly ready?: never; readonly outcome?: never } = {};

export interface StripeCheckoutDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly customers: StripeCustomers;
  readonly livemode: boolean;
  readonly returnUrl: (attempt: ProcessorAttempt) => string;
  /** The request options of a step that must happen once. */
  readonly once: (attempt: ProcessorAttempt, step: string) => Stripe.RequestOptions;
  /** The outcome of a failure that proves nothing. */
  readonly fail: (attempt: ProcessorAttempt, failure: StripeFailure) => ProcessorOutcome;
  readonly unclear: (attempt: ProcessorAttempt, reason: string) => ProcessorOutcome;
}

/** The PaymentIntent of a completed session, or the outcome while there is none. */
export type ReadSession = EndedSession | { readonly kind: 'open'; readonly outcome: ProcessorOutcome };

export type EndedSession =
  | { readonly kind: 'paid'; readonly intent: string }
  | { readonly kind: 'over' | 'unclear'; readonly outcome: ProcessorOutcome };

/** Whether a stored reference is that of a Checkout Session. A completed one is replaced by its PaymentIntent. */
export function isCheckoutSession(reference: string | null): reference is string {
  return reference?.startsWith('cs_') === true;
}

/** The PaymentIntent of a stored reference; null for a Checkout Session that is not paid. */
export async function intentOf(calls: StripeCalls, reference: string): Promise<StripeAnswer<string | null>> {
  if (!isCheckoutSession(reference)) return { object: reference };
  const { object, failure } = await calls.ask((sdk) => sdk.checkout.sessions.retrieve(reference));
  if (failure !== undefined) return { failure };
  return { object: object.status === 'complete' ? idOf(object.payment_intent) : null };
}

/** Checkout Sessions: pages of Stripe on which the customer enters the card. Each attempt has one, stored before it is shown. */
export class StripeCheckout {
  constructor(private readonly deps: StripeCheckoutDependencies) {}

  /** Creates and stores a session. If the response is lost, its page is never shown and cannot be paid. */
  async open(attempt: ProcessorAttempt, checkout: HostedCheckout, amount: number): Promise<ProcessorOutcome> {
    const { calls, customers, once } = this.deps;
    // A saved card belongs to a customer at Stripe.
    const { ready: owner = null, outcome } = checkout.savesMethod ? await customers.find(attempt) : NOBODY;
    if (outcome !== undefined) return outcome;
    const params = this.paramsOf(attempt, checkout, { amount, owner });
    const { object, failure } = await calls.ask((sdk) =>
      sdk.checkout.sessions.create(params, once(attempt, 'checkout')),
    );
    const replaced = failure && owner !== null ? await customers.replaced(attempt, owner, failure) : undefined;
    if (replaced !== undefined) return replaced;
    if (failure?.kind === 'refused') return declined(failure.code, failure.message);
    if (failure !== undefined) return this.deps.fail(attempt, failure);
    if (!this.isExpected(attempt, object)) {
      return this.deps.unclear(attempt, `Checkout Session ${object.id} is not that of the attempt`);
    }
    await attempt.storeExternalReference(object.id);
    return this.shown(attempt, object);
  }

  /** Reads the session. Replaces the stored reference by the PaymentIntent once the customer has paid. */
  async read(attempt: ProcessorAttempt, id: string): Promise<ReadSession> {
    return this.readAnswer(attempt, id, await this.deps.calls.ask((sdk) => sdk.checkout.sessions.retrieve(id)));
  }

  /** Expires an open session. If Stripe refuses, the customer may just have paid: the session is read again. */
  async expire(attempt: ProcessorAttempt, id: string): Promise<EndedSession> {
    const { calls, once } = this.deps;
    const answer = await calls.ask((sdk) => sdk.checkout.sessions.expire(id, {}, once(attempt, 'expire')));
    const session = await (answer.failure === undefined
      ? this.readAnswer(attempt, id, answer)
      : this.read(attempt, id));
    if (session.kind !== 'open') return session;
    return { kind: 'unclear', outcome: this.deps.unclear(attempt, 'the Checkout Session was not expired') };
  }

  private async readAnswer(
    attempt: ProcessorAttempt,
    id: string,
    { object, failure }: StripeAnswer<Stripe.Checkout.Session>,
  ): Promise<ReadSession> {
    if (failure !== undefined) return { kind: 'unclear', outcome: this.deps.fail(attempt, failure) };
    const unclear = (reason: string): ReadSession => ({ kind: 'unclear', outcome: this.deps.unclear(attempt, reason) });
    if (!this.isExpected(attempt, object)) return unclear(`${id} is not the session of the attempt`);
    const { status, payment_intent: paid } = object;
    if (status === 'open') return { kind: 'open', outcome: this.shown(attempt, object) };
    if (status === 'expired') {
      return { kind: 'over', outcome: declined('expired', 'The customer did not pay in time.') };
    }
    const intent = idOf(paid);
    if (intent === null) return unclear(`${id} is ${String(status)} without a PaymentIntent`);
    await attempt.storeExternalReference(intent, id);
    return { kind: 'paid', intent };
  }

  private shown(attempt: ProcessorAttempt, { id, url }: Stripe.Checkout.Session): ProcessorOutcome {
    if (url === null) return this.deps.unclear(attempt, `the open session ${id} has no page`);
    return { kind: 'requires_action', url, checkAfterMs: checkAfter(attempt) };
  }

  private isExpected(attempt: ProcessorAttempt, session: Stripe.Checkout.Session): boolean {
    const { environmentId, authorization: id, authorizedValue: amountValue, currency } = attempt;
    const isOf = this.deps.owner.isOf({ environmentId, id }, session.metadata);
    const isSame =
      session.amount_total === stripeAmount({ amountValue, currency }) && session.currency === currency.toLowerCase();
    return isOf && isSame && session.livemode === this.deps.livemode;
  }

  private paramsOf(
    attempt: ProcessorAttempt,
    { expiresAt, locale }: HostedCheckout,
    { amount, owner }: { readonly amount: number; readonly owner: string | null },
  ): Stripe.Checkout.SessionCreateParams {
    const { environmentId, reference: id, paymentId, now, captureMethod, description, customer } = attempt;
    const metadata = this.deps.owner.ofPayment({ environmentId, id }, paymentId);
    const publicId = toPublicId('pay', paymentId);
    const name = cutText(description?.trim() || publicId, MAX_NAME);
    const url = this.deps.returnUrl(attempt);
    const openMs = Math.min(Math.max(expiresAt.getTime() - now.getTime(), MIN_OPEN_MS), MAX_OPEN_MS);
    return {
      mode: 'payment',
      payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: attempt.currency.toLowerCase(), unit_amount: amount, product_data: { name } },
        },
      ],
      payment_intent_data: {
        ...{ capture_method: captureMethod, description: publicId, metadata },
        ...(owner === null ? {} : { setup_future_usage: 'off_session' }),
      },
      locale: LOCALES.find((each) => each === locale) ?? 'auto',
      metadata,
      // Both lead to our page, which says what the session's state is.
      success_url: url,
      cancel_url: url,
      expires_at: Math.floor((now.getTime() + openMs) / 1_000),
      ...(owner === null ? {} : { customer: owner }),
      ...(owner === null && customer !== null ? { customer_email: customer.email } : {}),
    };
  }
}
