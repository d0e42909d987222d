import { type Form, type FormValue, partsOf, textOf } from './form.js';
import type { Customers } from './customers.js';
import { newId, type PaymentIntents, seconds } from './payment-intents.js';
import { invalid, missing } from './stripe-error.js';

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  amount_total: number;
  cancel_url: string;
  created: number;
  currency: string;
  customer: string | null;
  customer_email: string | null;
  expires_at: number;
  livemode: boolean;
  metadata: Record<string, string>;
  mode: 'payment';
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
}

interface CheckoutSessionsOptions {
  readonly livemode: boolean;
  readonly pageUrl: (id: string) => string;
  readonly intents: PaymentIntents;
  readonly customers: Customers;
  readonly changed: (type: string, session: CheckoutSession) => void;
}

/** Bounds of `expires_at`, in seconds from now. */
const OPEN_S = { min: 30 * 60, max: 24 * 3_600 };

/** Checkout Sessions for one payment by card. */
export class CheckoutSessions {
  readonly all = new Map<string, CheckoutSession>();
  private readonly intentForms = new Map<string, Form>();

  constructor(private readonly options: CheckoutSessionsOptions) {}

  create(form: Form): CheckoutSession {
    const items = Object.values(inner(form, 'line_items'));
    const [first] = items.map((item) => inner(asForm(item), 'price_data'));
    const amount = items.reduce<number>((sum, item) => sum + itemAmount(asForm(item)), 0);
    const expiresAt = Number(textOf(form, 'expires_at') ?? seconds() + OPEN_S.max);
    if (textOf(form, 'mode') !== 'payment' || first === undefined) throw invalid('Missing line items.');
    if (expiresAt < seconds() + OPEN_S.min || expiresAt > seconds() + OPEN_S.max) {
      throw invalid('The `expires_at` timestamp must be 30 minutes to 24 hours from now.', { param: 'expires_at' });
    }
    if (textOf(inner(first, 'product_data'), 'name') === '') {
      const param = 'line_items[0][price_data][product_data][name]';
      throw invalid(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
    }
    const customer = textOf(form, 'customer') ?? null;
    if (customer !== null) this.options.customers.find(customer);
    if (customer !== null && form['customer_email'] !== undefined) {
      throw invalid('You may only specify one of these parameters: customer, customer_email.');
    }
    const id = newId('cs_test');
    const session: CheckoutSession = {
      ...{ id, object: 'checkout.session', amount_total: amount, created: seconds(), livemode: this.options.livemode },
      currency: textOf(first, 'currency') ?? 'usd',
      customer,
      customer_email: textOf(form, 'customer_email') ?? null,
      ...{ expires_at: expiresAt, metadata: partsOf(form, 'metadata'), mode: 'payment' },
      ...{ payment_intent: null, payment_status: 'unpaid', status: 'open', url: this.options.pageUrl(id) },
      success_url: textOf(form, 'success_url') ?? '',
      cancel_url: textOf(form, 'cancel_url') ?? '',
    };
    this.all.set(id, session);
    this.intentForms.set(id, inner(form, 'payment_intent_data'));
    return session;
  }

  find(id: string): CheckoutSession {
    const session = this.all.get(id);
    if (session === undefined) throw missing('checkout.session', id, 'session');
    return session;
  }

  expire(id: string): CheckoutSession {
    const session = this.find(id);
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: 'expired', url: null });
    this.options.changed('checkout.session.expired', session);
    return session;
  }

  /** The customer enters a card on the page. Returns whether it was taken; a refused one leaves the session open. */
  pay(id: string, card = 'pm_card_visa'): boolean {
    const session = this.find(id);
    if (session.status !== 'open') throw new Error(`${id} is ${session.status}`);
    const { intents, customers } = this.options;
    const method = customers.addMethod(card).id;
    const about: Form = { amount: String(session.amount_total), currency: session.currency, payment_method: method };
    if (session.customer !== null) about['customer'] = session.customer;
    const intent =
      session.payment_intent === null
        ? intents.create({ ...this.intentForms.get(id), ...about })
        : intents.find(session.payment_intent);
    session.payment_intent = intent.id;
    try {
      intents.confirm(intent.id, { payment_method: method });
    } catch {
      return false;
    }
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
    this.options.changed('checkout.session.completed', session);
    return true;
  }
}

function itemAmount(item: Form): number {
  return Number(textOf(item, 'quantity') ?? 1) * Number(textOf(inner(item, 'price_data'), 'unit_amount') ?? 0);
}

function inner(form: Form, name: string): Form {
  return asForm(form[name]);
}

function asForm(value: FormValue | undefined): Form {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}
