import { randomBytes } from 'node:crypto';
import type { Customers, StripeMethod } from './customers.js';
import { type Form, listOf, partsOf, textOf } from './form.js';
import { invalid, missing, StripeApiError, unexpectedState } from './stripe-error.js';

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'manual';
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
  next_action: Record<string, unknown> | null;
  payment_method: string | null;
  payment_method_types: string[];
  setup_future_usage: string | null;
  status: IntentStatus;
}

interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly payment_method_details: {
    readonly type: 'card';
    readonly card: StripeMethod['card'] & { readonly capture_before?: number };
  };
}

/** What the issuer makes of a payment method; any other is unknown to the account. */
const CARDS: Readonly<Record<string, string>> = {
  pm_card_visa: 'approves',
  pm_card_authenticationRequired: 'asks',
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_double_otherAction: 'otherAction',
  pm_double_processing: 'waits',
  pm_double_invalid: 'invalid',
};

/** What every test card shows. */
export const TEST_CARD: StripeMethod['card'] = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2034 };

/** What the issuer makes of a test card; undefined for one that does not exist. */
export function issuerOf(card: string): string | undefined {
  return CARDS[card];
}

interface PaymentIntentsOptions {
  readonly livemode: boolean;
  readonly pageUrl: (id: string) => string;
  readonly customers: Customers;
  /** Tells that an intent has changed. */
  readonly changed: (type: string, intent: Intent) => void;
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (): number => Math.floor(Date.now() / 1_000);

/** PaymentIntents for cards, with the states of Stripe's. */
export class PaymentIntents {
  readonly all = new Map<string, Intent>();
  /** How often each intent was confirmed at the issuer. */
  readonly authorizations = new Map<string, number>();

  private readonly charges = new Map<string, Charge>();
  /** How long a hold stands. */
  holdSeconds = 7 * 86_400;

  constructor(private readonly options: PaymentIntentsOptions) {}

  create(form: Form): Intent {
    const amount = Number(textOf(form, 'amount'));
    if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('Invalid positive integer', { param: 'amount' });
    if (amount > 99_999_999) throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large' });
    const method = textOf(form, 'payment_method') ?? null;
    const customer = textOf(form, 'customer') ?? null;
    if (method !== null && this.issuerOf(method) === undefined)
      throw missing('PaymentMethod', method, 'payment_method', 400);
    if (customer !== null) this.options.customers.find(customer);
    if (method !== null) this.options.customers.admit(method, customer);
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: textOf(form, 'capture_method') === 'manual' ? 'manual' : 'automatic',
      confirmation_method: 'automatic',
      created: seconds(),
      currency: textOf(form, 'currency') ?? 'usd',
      customer,
      description: textOf(form, 'description') ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: this.options.livemode,
      metadata: partsOf(form, 'metadata'),
      next_action: null,
      payment_method: method,
      payment_method_types: listOf(form, 'payment_method_types'),
      setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
      status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    };
    this.all.set(intent.id, intent);
    this.options.changed('payment_intent.created', intent);
    return intent;
  }

  find(id: string): Intent {
    const intent = this.all.get(id);
    if (intent === undefined) throw missing('payment_intent', id, 'intent');
    return intent;
  }

  /** The intent as it is shown, with the charge in it if the request asks for that. */
  shown(intent: Intent, form: Form): object {
    const charge = listOf(form, 'expand').includes('latest_charge') && this.charges.get(intent.latest_charge ?? '');
    return charge ? { ...intent, latest_charge: charge } : intent;
  }

  /** The time of a hold is up. */
  expire(id: string): void {
    this.cancel(id, 'automatic');
  }

  confirm(id: string, form: Form): Intent {
    const intent = this.find(id);
    if (!['requires_confirmation', 'requires_payment_method', 'requires_action'].includes(intent.status)) {
      throw unexpectedState(`You cannot confirm this PaymentIntent because its status is ${intent.status}.`, intent);
    }
    intent.payment_method = textOf(form, 'payment_method') ?? intent.payment_method;
    const card = this.issuerOf(intent.payment_method ?? '');
    if (card === undefined || card === 'invalid') throw invalid('This PaymentIntent cannot be confirmed.');
    switch (card) {
      case 'approves':
        return this.authorize(intent);
      case 'waits':
        return this.move(intent, 'processing', 'payment_intent.processing');
      case 'otherAction':
        return this.ask(intent, { type: 'use_stripe_sdk', use_stripe_sdk: {} });
      case 'asks': {
        if (textOf(form, 'off_session') === 'true') return this.decline(intent, 'authentication_required');
        const to = { url: this.options.pageUrl(id), return_url: textOf(form, 'return_url') ?? null };
        return this.ask(intent, { type: 'redirect_to_url', redirect_to_url: to });
      }
      default:
        return this.decline(intent, card);
    }
  }

  capture(id: string, form: Form): Intent {
    const intent = this.find(id);
    if (intent.status !== 'requires_capture') {
      throw unexpectedState(`This PaymentIntent could not be captured because its status is ${intent.status}.`, intent);
    }
    const amount = Number(textOf(form, 'amount_to_capture') ?? intent.amount);
    if (amount > intent.amount_capturable) throw invalid('The amount is too large.', { param: 'amount_to_capture' });
    Object.assign(intent.metadata, partsOf(form, 'metadata'));
    return this.take(intent, amount);
  }

  cancel(id: string, reason: string | null): Intent {
    const intent = this.find(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      throw unexpectedState(`You cannot cancel this PaymentIntent because its status is ${intent.status}.`, intent);
    }
    Object.assign(intent, { amount_capturable: 0, canceled_at: seconds(), cancellation_reason: reason });
    return this.move(intent, 'canceled', 'payment_intent.canceled');
  }

  /** The customer completes or fails the action. */
  act(id: string, outcome: 'complete' | 'fail'): void {
    const intent = this.find(id);
    if (intent.status !== 'requires_action') throw new Error(`${id} requires no action`);
    if (outcome === 'complete') this.authorize(intent);
    else this.fail(intent, { code: 'payment_intent_authentication_failure', message: 'The customer did not succeed.' });
  }

  /** Where the page of the required action leads back to. */
  returnUrlOf(id: string): string {
    const { redirect_to_url: to } = (this.find(id).next_action ?? {}) as { redirect_to_url?: { return_url: string } };
    return to?.return_url ?? '/';
  }

  /** Settles an intent that is processing. */
  settle(id: string, outcome: 'succeeds' | 'fails'): void {
    const intent = this.find(id);
    if (outcome === 'succeeds') this.authorize(intent);
    else this.fail(intent, cardError('generic_decline'));
  }

  private issuerOf(method: string): string | undefined {
    return issuerOf(this.options.customers.cardOf(method));
  }

  private authorize(intent: Intent): Intent {
    this.authorizations.set(intent.id, (this.authorizations.get(intent.id) ?? 0) + 1);
    const isHeld = intent.capture_method === 'manual';
    const { customer, payment_method: method, setup_future_usage: usage } = intent;
    const { customers } = this.options;
    if (usage === 'off_session' && customer !== null && method !== null) customers.attach(method, { customer });
    const card = { ...TEST_CARD, ...(isHeld ? { capture_before: seconds() + this.holdSeconds } : {}) };
    const charge: Charge = { id: newId('ch'), object: 'charge', payment_method_details: { type: 'card', card } };
    this.charges.set(charge.id, charge);
    Object.assign(intent, { latest_charge: charge.id, last_payment_error: null });
    if (intent.capture_method === 'automatic') return this.take(intent, intent.amount);
    intent.amount_capturable = intent.amount;
    return this.move(intent, 'requires_capture', 'payment_intent.amount_capturable_updated');
  }

  private take(intent: Intent, amount: number): Intent {
    Object.assign(intent, { amount_capturable: 0, amount_received: amount });
    return this.move(intent, 'succeeded', 'payment_intent.succeeded');
  }

  private ask(intent: Intent, action: Record<string, unknown>): Intent {
    this.move(intent, 'requires_action', 'payment_intent.requires_action');
    intent.next_action = action;
    return intent;
  }

  private decline(intent: Intent, code: string): never {
    const error = cardError(code);
    this.fail(intent, error);
    throw new StripeApiError(402, { ...error, payment_intent: structuredClone(intent) }, true);
  }

  private fail(intent: Intent, error: Record<string, unknown>): void {
    Object.assign(intent, { last_payment_error: { type: 'card_error', ...error }, payment_method: null });
    this.move(intent, 'requires_payment_method', 'payment_intent.payment_failed');
  }

  private move(intent: Intent, status: IntentStatus, event: string): Intent {
    Object.assign(intent, { status, next_action: null });
    this.options.changed(event, intent);
    return intent;
  }
}

export function cardError(code: string): Record<string, unknown> & { message: string } {
  const isAuthentication = code === 'authentication_required';
  return {
    type: 'card_error',
    code: isAuthentication ? code : 'card_declined',
    decline_code: code,
    advice_code: 'try_again_later',
    message: 'Your card was declined.',
  };
}
