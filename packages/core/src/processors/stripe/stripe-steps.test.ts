import { startStripeDouble, type StripeDouble } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAttempt } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import type { ProcessorAttempt, RefundRequest } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';
import { STRIPE_CALLS_PER_STEP } from './stripe-processor.js';

let stripe: StripeDouble;
let processor: StripeProcessor;
let stored: string | null;

beforeEach(async () => {
  stripe = await startStripeDouble();
  stored = null;
  processor = openStripe(stripe);
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

function attempt(change: Partial<ProcessorAttempt> = {}): ProcessorAttempt {
  return newAttempt({
    ...{
      paymentId: '91',
      reference: '1',
      authorization: '1',
      captureMethod: 'manual',
      startedAt: new Date(),
      externalReference: stored,
    },
    storeExternalReference: (reference) => Promise.resolve(void (stored = reference)),
    ...change,
  });
}

/** The calls that a step makes. */
async function callsOf(step: () => Promise<unknown>): Promise<string[]> {
  const before = stripe.requests.length;
  await step();
  return stripe.requests.slice(before).map((request) => request.step);
}

describe('an authorization whose time is up', () => {
  const expired = (change: Partial<ProcessorAttempt> = {}) => attempt({ isRepeat: true, expiredForMs: 1, ...change });

  it('is not sent if nothing of it is at Stripe', async () => {
    expect(await processor.authorize(expired())).toMatchObject({ kind: 'declined', code: 'not_sent' });
    expect(stripe.requests).toEqual([]);
  });

  it('is canceled if it was not confirmed', async () => {
    stripe.faults.plan('confirm', 'lost_before');
    await processor.authorize(attempt());
    expect(await processor.authorize(expired())).toMatchObject({ kind: 'declined', code: 'not_sent' });
    expect(stripe.requests.map(({ step }) => step)).toEqual(['create', 'confirm', 'retrieve', 'cancel']);
  });

  it('is what Stripe says if it was confirmed', async () => {
    stripe.faults.plan('confirm', 'lost_after');
    await processor.authorize(attempt());
    expect(await processor.authorize(expired())).toMatchObject({ kind: 'approved' });
  });
});

describe('the longest steps make no more calls than the lease allows for', () => {
  it('an authorization that another worker began, and that no page can complete', async () => {
    const card = { paymentMethodToken: () => Promise.resolve('pm_double_otherAction') };
    stripe.faults.plan('confirm', 'lost_before');
    await processor.authorize(attempt(card));
    stripe.faults.plan('confirm', 'error_after');
    const calls = await callsOf(() => processor.authorize(attempt({ ...card, isRepeat: true })));
    expect(calls).toEqual(['retrieve', 'confirm', 'retrieve', 'cancel']);
    expect(calls.length).toBeLessThanOrEqual(STRIPE_CALLS_PER_STEP);
  });

  it('the first charge of a method that the account has attached elsewhere, while Stripe has errors', async () => {
    const own = stripe.customers.create({});
    const token = stripe.customers.addMethod('pm_card_visa', own.id).id;
    const customerAtProcessor = {
      reference: () => Promise.resolve(null),
      storeReference: (reference: string) => Promise.resolve(reference),
      methodOwner: () => Promise.resolve(null),
      storeMethod: () => Promise.resolve(true),
    };
    const first = attempt({
      ...{ customer: { id: '7', email: 'ada@example.com' }, customerAtProcessor },
      paymentMethodToken: () => Promise.resolve(token),
    });
    stripe.faults.plan('create_customer', 'error_after');
    const calls = await callsOf(() => processor.authorize(first));
    expect(calls).toEqual(['create_customer', 'create_customer', 'update_customer', 'attach', 'retrieve_method']);
    expect(calls.length).toBe(STRIPE_CALLS_PER_STEP);
  });

  it.each([
    ['void', 'cancel'],
    ['capture', 'capture'],
  ] as const)('a %s of a Checkout Session that was paid meanwhile', async (operation, step) => {
    const page = await processor.authorize(
      attempt({
        checkout: { page: 'pay/1', expiresAt: new Date(Date.now() + 3_600_000), locale: null, savesMethod: false },
      }),
    );
    stripe.customerPays(page.kind === 'requires_action' ? page.url : '');
    stripe.faults.plan(step, 'error_before');
    const calls = await callsOf(() => processor[operation](attempt({ operation, reference: '2', isRepeat: true })));
    expect(calls).toEqual(['expire_session', 'retrieve_session', 'retrieve', step, 'retrieve']);
    expect(calls.length).toBe(STRIPE_CALLS_PER_STEP);
  });

  it('a refund that was sent before, and that Stripe refuses now', async () => {
    await processor.authorize(attempt({ captureMethod: 'automatic' }));
    const now = new Date();
    const refund: RefundRequest = {
      ...{ environmentId: 1, reference: '3', isRepeat: true, amountValue: 5_000, currency: 'USD', metadata: {} },
      ...{
        origin: 'api',
        expiredForMs: null,
        startedAt: now,
        now,
        trace: null,
        externalReference: null,
        paymentReference: '1',
        paymentMetadata: {},
      },
      ...{ paymentExternalReference: stored, storeExternalReference: () => Promise.resolve() },
    };
    const calls = await callsOf(() => processor.refund(refund));
    expect(calls).toEqual(['list_refunds', 'refund', 'list_refunds']);
    expect(calls.length).toBeLessThanOrEqual(STRIPE_CALLS_PER_STEP);
  });
});

it('an authorization is unknown, and not unsent, once its PaymentIntent is stored and Stripe cannot be reached', async () => {
  const outcome = await processor.authorize(attempt({ storeExternalReference: () => stripe.close() }));
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(stripe.requests.map(({ step }) => step)).toEqual(['create']);
  await stripe.start();
});
