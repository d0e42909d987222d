import type Stripe from 'stripe';
import { checkAfter } from '../check-after.js';
import type { CustomerAtProcessor } from '../customer-at-processor.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../payment-processor.js';
import { isStripesFault, type StripeAnswer, type StripeCalls, type StripeFailure } from './stripe-calls.js';
import { declined } from './stripe-outcomes.js';
import type { StripeOwnership } from './stripe-ownership.js';

export interface StripeCustomersDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  /** The outcome of a failure that proves nothing. */
  readonly fail: (attempt: ProcessorAttempt, failure: StripeFailure) => ProcessorOutcome;
}

/** Something that the attempt needs, or the outcome of the attempt if it cannot be had. */
export type Prepared<T> =
  | { readonly ready: T; readonly outcome?: never }
  | { readonly ready?: never; readonly outcome: ProcessorOutcome };

/** A payment method as Stripe charges it. */
export interface ChargedMethod {
  readonly token: string;
  readonly customer: string | null;
}

/**
 * Payments of one customer share a key for this time, so that they make one object. Stripe repeats the answer to a key, an
 * error of its own too: after that the object is made with a key of the attempt. It may then leave a second customer, without
 * personal data.
 */
const KEY_LIFETIME_MS = 3_600_000;

/** Everything is stored: the attempt is made again at once, with its whole time for the calls that charge. */
const PREPARED = { kind: 'later', reason: 'prepared', checkAfterMs: 0 } as const;

/** Customers at Stripe. Each of ours has one at each connection, made when a method is first charged or saved there. */
export class StripeCustomers {
  constructor(private readonly deps: StripeCustomersDependencies) {}

  /** The payment method and its customer. Stripe charges a method more than once only if it is attached to a customer. */
  async charged(attempt: ProcessorAttempt, token: string): Promise<Prepared<ChargedMethod>> {
    const { customerAtProcessor: kept } = attempt;
    if (kept === null) return { ready: { token, customer: null } };
    const owner = await kept.methodOwner();
    if (owner !== null) return { ready: { token, customer: owner } };
    const own = await this.find(attempt);
    if (own.outcome !== undefined) return own;
    const { ready: attached, outcome } = await this.attach(attempt, token, own.ready);
    if (outcome !== undefined) return { outcome };
    if (await kept.storeMethod(attached.token, attached.customer)) return { outcome: PREPARED };
    return { outcome: declined('payment_method_missing', 'The payment method was removed.') };
  }

  /** The customer's object. It is made without personal data, and gets the e-mail address once its id is stored. */
  async find(attempt: ProcessorAttempt): Promise<Prepared<string>> {
    const { customerAtProcessor: kept } = attempt;
    const stored = await kept?.reference();
    if (kept === null || stored === undefined) return { outcome: erased() };
    return stored === null ? this.make(attempt, kept) : { ready: stored };
  }

  /** Makes another object if the account has deleted the customer. Undefined if the failure says something else. */
  async replaced(
    attempt: ProcessorAttempt,
    lost: string,
    { kind, code, param }: StripeFailure,
  ): Promise<ProcessorOutcome | undefined> {
    const { customerAtProcessor: kept } = attempt;
    const isLost = kind === 'refused' && code === 'resource_missing' && param === 'customer';
    if (!isLost || kept === null) return undefined;
    const { outcome } = await this.make(attempt, kept, lost);
    // A customer that is lost again and again is made more slowly.
    return outcome ?? (attempt.isRepeat ? { ...PREPARED, checkAfterMs: checkAfter(attempt) } : PREPARED);
  }

  /** Makes the customer's object, in place of a lost one if there is one. */
  private async make(attempt: ProcessorAttempt, kept: CustomerAtProcessor, lost?: string): Promise<Prepared<string>> {
    const { environmentId, customer, now } = attempt;
    if (customer === null) return { outcome: erased() };
    const { calls, owner } = this.deps;
    const hour = Math.floor(now.getTime() / KEY_LIFETIME_MS);
    const step = lost === undefined ? `customer-${hour}` : `customer-${hour}-${lost}`;
    const params = { metadata: owner.ofCustomer(customer.id) };
    const create = (key: string): Promise<StripeAnswer<Stripe.Customer>> => {
      const options = { idempotencyKey: owner.keyOf({ environmentId, id: customer.id }, key) };
      return calls.ask((sdk) => sdk.customers.create(params, options));
    };
    const first = await create(step);
    const isFault = first.failure !== undefined && isStripesFault(first.failure);
    const { object, failure } = isFault ? await create(`${step}-${attempt.reference}-${now.getTime()}`) : first;
    if (failure !== undefined) return { outcome: this.failed(attempt, failure) };
    const reference = await kept.storeReference(object.id, lost);
    if (reference === undefined) return { outcome: erased() };
    // It may fail: the customer can be charged without the address.
    if (reference === object.id) await calls.ask((sdk) => sdk.customers.update(reference, { email: customer.email }));
    return { ready: reference };
  }

  /** Deletes a customer with all payment methods there. Returns false if that must be tried again. */
  async delete(reference: string): Promise<boolean> {
    const { failure } = await this.deps.calls.ask((sdk) => sdk.customers.del(reference));
    return failure === undefined || failure.code === 'resource_missing';
  }

  /** Detaches a payment method from its customer. Returns false if that must be tried again. */
  async detach(token: string): Promise<boolean> {
    const { calls } = this.deps;
    const { failure } = await calls.ask((sdk) => sdk.paymentMethods.detach(token));
    if (failure === undefined || failure.code === 'resource_missing') return true;
    if (failure.kind !== 'refused') return false;
    const { object } = await calls.ask((sdk) => sdk.paymentMethods.retrieve(token));
    return object !== undefined && idOf(object.customer) === null;
  }

  /** A method that the account has attached to a customer of its own stays there. */
  private async attach(
    attempt: ProcessorAttempt,
    token: string,
    customer: string,
  ): Promise<Prepared<ChargedMethod & { readonly customer: string }>> {
    const { calls } = this.deps;
    const answer = await calls.ask((sdk) => sdk.paymentMethods.attach(token, { customer }));
    if (answer.failure === undefined) return { ready: { token: answer.object.id, customer } };
    const { failure } = answer;
    if (failure.kind !== 'refused') return { outcome: this.failed(attempt, failure) };
    const replaced = await this.replaced(attempt, customer, failure);
    if (replaced !== undefined) return { outcome: replaced };
    const read = await calls.ask((sdk) => sdk.paymentMethods.retrieve(token));
    if (read.failure !== undefined) return { outcome: this.failed(attempt, read.failure) };
    const owner = idOf(read.object.customer);
    return owner === null ? { outcome: this.failed(attempt, failure) } : { ready: { token, customer: owner } };
  }

  private failed(attempt: ProcessorAttempt, failure: StripeFailure): ProcessorOutcome {
    const { kind, code, message } = failure;
    return kind === 'refused' || kind === 'card' ? declined(code, message) : this.deps.fail(attempt, failure);
  }
}

/** The id of what may be expanded. */
export function idOf(object: string | { readonly id: string } | null): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null);
}

/** The outcome, with the payment method that Stripe has saved if the attempt asked for that. */
export function withSavedMethod(
  outcome: ProcessorOutcome,
  { payment_method: method, customer, latest_charge: charge }: Stripe.PaymentIntent,
  { checkout }: Pick<ProcessorAttempt, 'checkout'>,
): ProcessorOutcome {
  const [token, owner] = [idOf(method), idOf(customer)];
  if (outcome.kind !== 'approved' || checkout?.savesMethod !== true || token === null || owner === null) return outcome;
  const card = typeof charge === 'string' ? undefined : charge?.payment_method_details?.card;
  const { brand = null, last4 = null, exp_month: expiryMonth = null, exp_year: expiryYear = null } = card ?? {};
  return { ...outcome, savedMethod: { token, owner, brand, last4, expiryMonth, expiryYear } };
}

function erased(): ProcessorOutcome {
  return declined('payment_method_missing', 'The customer was erased.');
}
