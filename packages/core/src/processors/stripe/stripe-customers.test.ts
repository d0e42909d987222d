import { startStripeDouble, type StripeDouble, type StripeFault, type StripeStep } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAttempt } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';

const APPROVED = { kind: 'approved' };
const PREPARED = { kind: 'later', reason: 'prepared', checkAfterMs: 0 };
const MISSING = { kind: 'declined', code: 'payment_method_missing' };

/** What is stored of a customer and the payment method. */
interface Kept {
  reference: string | null;
  token: string | null;
  owner: string | null;
  isErased: boolean;
}

let stripe: StripeDouble;
let processor: StripeProcessor;
let kept: Kept;

beforeEach(async () => {
  stripe = await startStripeDouble();
  kept = { reference: null, token: 'pm_card_visa', owner: null, isErased: false };
  processor = openStripe(stripe);
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

function attemptOfCustomer(change: Partial<ProcessorAttempt> = {}): ProcessorAttempt {
  return newAttempt({
    customer: { id: '7', email: 'ada@example.com' },
    paymentMethodToken: () => Promise.resolve(kept.token),
    customerAtProcessor: {
      reference: () => Promise.resolve(kept.isErased ? undefined : kept.reference),
      storeReference: (reference, lost) => {
        if (kept.reference === null || kept.reference === lost) kept.reference = reference;
        return Promise.resolve(kept.isErased ? undefined : kept.reference);
      },
      methodOwner: () => Promise.resolve(kept.owner),
      storeMethod: (token, owner) => {
        if (kept.token === null) return Promise.resolve(false);
        Object.assign(kept, { token, owner });
        return Promise.resolve(true);
      },
    },
    ...change,
  });
}

/** Makes the attempt as workers do: again at once when something was prepared, and later when the outcome is unknown. */
async function authorize(change: Partial<ProcessorAttempt> = {}): Promise<ProcessorOutcome> {
  const attempt = attemptOfCustomer(change);
  let outcome = await processor.authorize(attempt);
  for (let n = 1; n < 5 && (outcome.kind === 'later' || outcome.kind === 'unknown'); n += 1) {
    const now = new Date(attempt.startedAt.getTime() + n);
    outcome = await processor.authorize({ ...attempt, now, isRepeat: true });
  }
  return outcome;
}

const steps = (): StripeStep[] => stripe.requests.map(({ step }) => step);
const customers = () => [...stripe.customers.all.values()];
const intents = () => [...stripe.intents.all.values()];

describe('the first charge of a payment method', () => {
  it('makes a customer, stores it, attaches the method and charges it for that customer', async () => {
    const attempt = attemptOfCustomer();
    expect(await processor.authorize(attempt)).toEqual(PREPARED);
    expect(steps()).toEqual(['create_customer', 'update_customer', 'attach']);
    expect(stripe.requests[0]?.form).toEqual({ metadata: { svc_installation: 'inst', svc_customer: 'cust_7' } });
    expect(customers()).toMatchObject([{ id: kept.reference, email: 'ada@example.com' }]);
    expect(stripe.customers.of(kept.reference ?? '')).toMatchObject([{ id: kept.token }]);
    expect(await processor.authorize({ ...attempt, isRepeat: true })).toEqual(APPROVED);
    expect(intents()).toMatchObject([{ customer: kept.reference, payment_method: kept.token, status: 'succeeded' }]);
  });

  it.each<[StripeStep, StripeFault]>([
    ['create_customer', 'lost_after'],
    ['create_customer', 'error_before'],
    ['create_customer', 'rate_limited'],
    ['update_customer', 'lost_before'],
    ['attach', 'lost_after'],
    ['attach', 'lost_before'],
    ['retrieve_method', 'lost_before'],
  ])('is made once when the answer to %s is %s', async (step, fault) => {
    kept.token = stripe.customers.addMethod('pm_card_visa').id;
    if (step === 'retrieve_method') stripe.faults.plan('attach', 'lost_after');
    stripe.faults.plan(step, fault);
    expect(await authorize()).toEqual(APPROVED);
    expect([customers().length, stripe.customers.methods.size, intents().length]).toEqual([1, 1, 1]);
    expect(stripe.customers.of(kept.reference ?? '')).toMatchObject([{ id: kept.token }]);
  });

  it('makes the customer with another key at each attempt while Stripe has errors, and then repeats the first', async () => {
    stripe.faults.plan('create_customer', 'error_before', 'error_before', 'error_before');
    const attempt = attemptOfCustomer();
    expect(await processor.authorize(attempt)).toEqual({ kind: 'unknown' });
    expect(await processor.authorize({ ...attempt, now: new Date(attempt.startedAt.getTime() + 2_000) })).toEqual(
      PREPARED,
    );
    expect([customers().length, kept.reference]).toEqual([1, customers()[0]?.id]);
  });

  it('keeps the customer that the account has attached the method to', async () => {
    const own = stripe.customers.create({});
    kept.token = stripe.customers.addMethod('pm_card_visa', own.id).id;
    expect(await authorize()).toEqual(APPROVED);
    expect([kept.owner, intents()]).toMatchObject([own.id, [{ customer: own.id }]]);
  });

  it.each([
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_unknown', 'resource_missing'],
  ])('is declined when Stripe does not attach %s', async (token, code) => {
    kept.token = token;
    expect(await authorize()).toMatchObject({ kind: 'declined', code });
    expect([kept.owner, intents()]).toEqual([null, []]);
  });

  it('waits for a key that may not make customers', async () => {
    stripe.keyState = 'revoked';
    expect(await processor.authorize(attemptOfCustomer())).toMatchObject({ kind: 'later', reason: 'unauthorized' });
  });
});

describe('later charges', () => {
  it('use what is stored, and make one customer for all methods', async () => {
    await authorize();
    const first = kept.token;
    stripe.requests.length = 0;
    expect(await authorize({ initiator: 'merchant' })).toEqual(APPROVED);
    expect(steps()).toEqual(['create', 'confirm']);
    expect(stripe.requests[1]?.form).toMatchObject({ off_session: 'true' });
    Object.assign(kept, { token: 'pm_card_visa', owner: null });
    expect(await authorize()).toEqual(APPROVED);
    expect([customers().length, stripe.customers.of(kept.reference ?? '').length]).toEqual([1, 2]);
    expect(kept.token).not.toBe(first);
  });
});

describe('a customer whom the account has deleted', () => {
  it('is made again, once, for the next method', async () => {
    await authorize();
    const lost = kept.reference ?? '';
    stripe.customers.remove(lost);
    Object.assign(kept, { token: 'pm_card_visa', owner: null });
    stripe.faults.plan('create_customer', 'lost_after');
    expect(await authorize()).toEqual(APPROVED);
    expect(customers()).toMatchObject([{ id: kept.reference, email: 'ada@example.com' }]);
    expect([kept.owner, kept.reference === lost]).toEqual([kept.reference, false]);
  });

  it('cannot be charged with a method of before', async () => {
    await authorize();
    stripe.customers.remove(kept.reference ?? '');
    expect(await authorize()).toMatchObject({ kind: 'declined', code: 'resource_missing' });
    expect(customers()).toEqual([]);
  });

  it('is made at most once for an attempt at once, even if each is lost', async () => {
    await authorize();
    stripe.customers.remove(kept.reference ?? '');
    Object.assign(kept, { token: 'pm_card_visa', owner: null });
    const attempt = attemptOfCustomer();
    expect(await processor.authorize(attempt)).toEqual(PREPARED);
    stripe.customers.remove(kept.reference ?? '');
    const again = await processor.authorize({ ...attempt, isRepeat: true });
    expect(again).toMatchObject({ kind: 'later', reason: 'prepared' });
    expect(again).not.toEqual(PREPARED);
  });
});

describe('a customer who is erased', () => {
  it.each<[string, () => void]>([
    ['before', () => (kept.isErased = true)],
    ['before the method is attached', () => (kept.token = null)],
  ])('%s is not charged', async (_, erase) => {
    const attempt = attemptOfCustomer({ paymentMethodToken: () => Promise.resolve('pm_card_visa') });
    erase();
    expect(await processor.authorize(attempt)).toMatchObject(MISSING);
    expect(intents()).toEqual([]);
  });

  it('while the customer is made leaves nothing personal at Stripe', async () => {
    const attempt = attemptOfCustomer();
    const { customerAtProcessor: own } = attempt;
    if (own === null) throw new Error('no customer');
    const erased = { ...own, storeReference: () => Promise.resolve(undefined) };
    expect(await processor.authorize({ ...attempt, customerAtProcessor: erased })).toMatchObject(MISSING);
    expect(customers()).toMatchObject([{ email: null }]);
    expect(steps()).toEqual(['create_customer']);
  });

  it('is deleted there with the methods, also if that was done before', async () => {
    await authorize();
    const reference = kept.reference ?? '';
    stripe.faults.plan('delete_customer', 'error_before', 'lost_after');
    expect(await processor.deleteCustomer(reference)).toBe(false);
    expect(await processor.deleteCustomer(reference)).toBe(false);
    expect([customers(), stripe.customers.methods.size]).toEqual([[], 0]);
    expect(await processor.deleteCustomer(reference)).toBe(true);
    stripe.keyState = 'revoked';
    expect(await processor.deleteCustomer(reference)).toBe(false);
  });
});
