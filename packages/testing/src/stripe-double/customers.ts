import { type Form, partsOf, textOf } from './form.js';
import { cardError, issuerOf, newId, seconds, TEST_CARD } from './payment-intents.js';
import { invalid, missing, StripeApiError } from './stripe-error.js';

interface StripeCustomer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
}

export interface StripeMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  created: number;
  customer: string | null;
  livemode: boolean;
  metadata: Record<string, string>;
}

/** Cards that are declined as soon as they are attached. */
const REFUSING = new Set(['generic_decline', 'insufficient_funds']);

/** Customers and their payment methods. A test card that is attached, or entered on a page, becomes a method of its own. */
export class Customers {
  readonly all = new Map<string, StripeCustomer>();
  readonly methods = new Map<string, StripeMethod>();
  private readonly cards = new Map<string, string>();

  constructor(private readonly livemode: boolean) {}

  create(form: Form): StripeCustomer {
    const customer: StripeCustomer = {
      ...{ id: newId('cus'), object: 'customer', created: seconds(), livemode: this.livemode },
      email: textOf(form, 'email') ?? null,
      metadata: partsOf(form, 'metadata'),
    };
    this.all.set(customer.id, customer);
    return customer;
  }

  update(id: string, form: Form): StripeCustomer {
    return Object.assign(this.find(id), { email: textOf(form, 'email') ?? null });
  }

  /** Its payment methods can never be charged again. */
  remove(id: string): object {
    this.find(id);
    this.all.delete(id);
    for (const method of this.of(id)) this.methods.delete(method.id);
    return { id, object: 'customer', deleted: true };
  }

  find(id: string): StripeCustomer {
    const customer = this.all.get(id);
    if (customer === undefined) throw missing('customer', id, 'customer');
    return customer;
  }

  of(customer: string): StripeMethod[] {
    return [...this.methods.values()].filter((method) => method.customer === customer);
  }

  /** A method that somebody has made of a test card. */
  addMethod(card: string, customer: string | null = null): StripeMethod {
    const method: StripeMethod = {
      ...{ id: newId('pm'), object: 'payment_method', type: 'card', created: seconds(), livemode: this.livemode },
      ...{ card: { ...TEST_CARD }, customer, metadata: {} },
    };
    this.methods.set(method.id, method);
    this.cards.set(method.id, card);
    return method;
  }

  method(id: string): StripeMethod {
    const method = this.methods.get(id);
    if (method === undefined) throw missing('PaymentMethod', id, 'payment_method');
    return method;
  }

  attach(id: string, form: Form): StripeMethod {
    const customer = this.find(textOf(form, 'customer') ?? '');
    const issuer = issuerOf(this.cardOf(id));
    if (issuer === undefined) throw missing('PaymentMethod', id, 'payment_method');
    if (REFUSING.has(issuer)) throw new StripeApiError(402, cardError(issuer));
    const method = this.methods.get(id) ?? this.addMethod(id);
    if (method.customer !== null) {
      throw invalid('The payment method you provided has already been attached to a customer.');
    }
    return Object.assign(method, { customer: customer.id });
  }

  detach(id: string): StripeMethod {
    const method = this.method(id);
    if (method.customer === null) throw invalid('The payment method you provided is not attached to a customer.');
    return Object.assign(method, { customer: null });
  }

  /** The test card of a method; a test card stands for itself. */
  cardOf(method: string): string {
    return this.cards.get(method) ?? method;
  }

  /** Refuses a method that belongs to another customer, or is not attached and was used before. */
  admit(method: string, customer: string | null): void {
    const owner = this.methods.get(method)?.customer ?? null;
    if (owner === null || owner === customer) return;
    throw invalid('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' });
  }
}
