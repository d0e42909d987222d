import { startStripeDouble, type StripeDouble, type StripeFault, type StripeStep } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAttempt } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import type { ProcessorAttempt } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';

const APPROVED = { kind: 'approved' };
const MINUTE_MS = 60_000;

let stripe: StripeDouble;
let processor: StripeProcessor;
let lastId = 0;
/** The stored references by authorization. */
let stored: Map<string, string>;

beforeEach(async () => {
  stripe = await startStripeDouble();
  stored = new Map();
  processor = openStripe(stripe, {
    returnUrl: ({ paymentId }) => `https://pay.example/return/${paymentId}`,
  });
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

function attemptOnPage(change: Partial<ProcessorAttempt> = {}): ProcessorAttempt {
  const startedAt = new Date();
  const expiresAt = new Date(startedAt.getTime() + 60 * MINUTE_MS);
  const attempt = newAttempt({
    ...{ startedAt, description: 'Order 1042', customer: { id: 'cust_1', email: 'ada@example.com' } },
    checkout: { page: 'pay/1', expiresAt, locale: null, savesMethod: false },
    paymentMethodToken: () => Promise.resolve(null),
    ...change,
  });
  const { reference } = attempt;
  const storeExternalReference: ProcessorAttempt['storeExternalReference'] = (external, former) => {
    expect([undefined, external, former]).toContain(stored.get(reference));
    return Promise.resolve(void stored.set(reference, external));
  };
  return { ...attempt, storeExternalReference, ...change };
}

let claims = 0;

/** What the next claim of an attempt reads. */
function again(attempt: ProcessorAttempt): ProcessorAttempt {
  const now = new Date(attempt.startedAt.getTime() + (claims += 1));
  return { ...attempt, now, isRepeat: true, externalReference: stored.get(attempt.authorization) ?? null };
}

function voidOf(attempt: ProcessorAttempt): ProcessorAttempt {
  return { ...again(attempt), isRepeat: false, operation: 'void', reference: String((lastId += 1)) };
}

async function opened(change: Partial<ProcessorAttempt> = {}): Promise<{ attempt: ProcessorAttempt; page: string }> {
  const attempt = attemptOnPage(change);
  const outcome = await processor.authorize(attempt);
  if (outcome.kind !== 'requires_action') throw new Error(`it is ${outcome.kind}`);
  return { attempt, page: outcome.url };
}

const authorizations = ({ reference }: ProcessorAttempt) =>
  stripe.authorizationsOf({ svc_installation: 'inst', svc_attempt: `00-1-${reference}` });

describe('a payment on a page of Stripe', () => {
  it('is a Checkout Session for cards, whose PaymentIntent is marked too', async () => {
    const { attempt, page } = await opened({ captureMethod: 'manual' });
    expect(stored.get(attempt.reference)).toMatch(/^cs_/);
    expect(page).toMatch(new RegExp(`${String(stored.get(attempt.reference))}$`));
    const ours = { svc_installation: 'inst', svc_attempt: `00-1-${attempt.reference}` };
    const metadata = { ...ours, svc_payment: `pay_${attempt.paymentId}` };
    expect(stripe.requests[0]?.form).toMatchObject({
      ...{ mode: 'payment', customer_email: 'ada@example.com', metadata },
      adaptive_pricing: { enabled: 'false' },
      payment_intent_data: { capture_method: 'manual', metadata },
      success_url: `https://pay.example/return/${attempt.paymentId}`,
      cancel_url: `https://pay.example/return/${attempt.paymentId}`,
    });
    stripe.customerPays(page);
    expect(await processor.getStatus(again(attempt))).toMatchObject(APPROVED);
    expect(stripe.intents.find(stored.get(attempt.reference) ?? '')).toMatchObject({
      status: 'requires_capture',
      metadata,
    });
  });

  it.each([
    ['Order 1042', 'Order 1042'],
    [null, 'pay_7'],
    ['', 'pay_7'],
    [' \t', 'pay_7'],
    [`${'x'.repeat(249)}🎁 and more`, `${'x'.repeat(249)}🎁`],
  ])('with the description %j names its item %j', async (description, name) => {
    await opened({ description, paymentId: '7' });
    expect(stripe.requests[0]?.form).toMatchObject({ line_items: { 0: { price_data: { product_data: { name } } } } });
  });

  it.each([
    ['de', 'de'],
    [null, 'auto'],
  ])('in the language %s of the session is in %s there', async (locale, there) => {
    const { attempt } = await opened();
    const checkout = { ...attempt.checkout, page: 'pay/1', expiresAt: attempt.now, locale, savesMethod: false };
    await opened({ checkout });
    expect(stripe.requests.at(-1)?.form).toMatchObject({ locale: there });
  });

  it('saves the card for the customer at Stripe, if the customer consents to that', async () => {
    const { id: owner } = stripe.customers.create({});
    const { checkout } = attemptOnPage();
    if (checkout === null) throw new Error('no page');
    const { attempt, page } = await opened({
      ...{ checkout: { ...checkout, savesMethod: true }, captureMethod: 'manual' },
      customerAtProcessor: {
        reference: () => Promise.resolve(owner),
        storeReference: (reference) => Promise.resolve(reference),
        methodOwner: () => Promise.resolve(null),
        storeMethod: () => Promise.resolve(false),
      },
    });
    const { form } = stripe.requests.at(-1) ?? {};
    expect(form).toMatchObject({ customer: owner, payment_intent_data: { setup_future_usage: 'off_session' } });
    expect(form).not.toHaveProperty('customer_email');
    expect(stripe.customerPays(page, 'pm_card_chargeDeclined')).toBe(false);
    expect(stripe.customers.of(owner)).toEqual([]);
    expect(stripe.customerPays(page)).toBe(true);
    const [method] = stripe.customers.of(owner);
    const card = { brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2034 };
    expect(await processor.getStatus(again(attempt))).toMatchObject({
      ...APPROVED,
      savedMethod: { token: method?.id, owner, ...card },
    });
  });

  it('is opened for another customer at Stripe if the account has deleted the stored one', async () => {
    const { checkout } = attemptOnPage();
    if (checkout === null) throw new Error('no page');
    let owner = 'cus_lost';
    const attempt = attemptOnPage({
      checkout: { ...checkout, savesMethod: true },
      customer: { id: '7', email: 'ada@example.com' },
      customerAtProcessor: {
        reference: () => Promise.resolve(owner),
        storeReference: (reference, lost) => Promise.resolve((owner = lost === owner ? reference : owner)),
        methodOwner: () => Promise.resolve(null),
        storeMethod: () => Promise.resolve(false),
      },
    });
    expect(await processor.authorize(attempt)).toEqual({ kind: 'later', reason: 'prepared', checkAfterMs: 0 });
    expect(await processor.authorize(again(attempt))).toMatchObject({ kind: 'requires_action' });
    expect([...stripe.customers.all.keys()]).toEqual([owner]);
    expect(stripe.requests.at(-1)?.form).toMatchObject({ customer: owner });
  });

  it('stays open after a refused card, and is approved with another one', async () => {
    const { attempt, page } = await opened();
    expect(stripe.customerPays(page, 'pm_card_chargeDeclined')).toBe(false);
    expect(await processor.getStatus(again(attempt))).toMatchObject({ kind: 'requires_action', url: page });
    expect(stripe.customerPays(page)).toBe(true);
    expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
    expect(stored.get(attempt.reference)).toMatch(/^pi_/);
    expect(await processor.getStatus(again(attempt))).toEqual(APPROVED);
    expect(authorizations(attempt)).toBe(1);
  });

  it('shows the stored session to every claim', async () => {
    const { attempt, page } = await opened();
    for (let n = 0; n < 3; n += 1) expect(await processor.authorize(again(attempt))).toMatchObject({ url: page });
    expect(stripe.checkout.all.size).toBe(1);
  });

  it.each<[StripeFault]>([['lost_before'], ['lost_after'], ['error_before'], ['error_after'], ['hangs']])(
    'goes on with one page after %s: what was lost is never shown',
    async (fault) => {
      stripe.faults.plan('create_session', fault);
      const attempt = attemptOnPage();
      expect(await processor.authorize(attempt)).toEqual({ kind: 'unknown' });
      expect(stored.size).toBe(0);
      const outcome = await processor.authorize(again(attempt));
      if (outcome.kind !== 'requires_action') throw new Error(`it is ${outcome.kind}`);
      stripe.customerPays(outcome.url);
      expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
      expect(authorizations(attempt)).toBe(1);
    },
  );

  it.each([
    ['what is left', 60, 59, 61],
    ["more than Stripe's half an hour", 1, 39, 41],
    ["at most Stripe's day", 3_000, 1_438, 1_440],
  ])('is open for %s', async (_, leftMinutes, from, to) => {
    const expiresAt = new Date(Date.now() + leftMinutes * MINUTE_MS);
    await opened({ checkout: { page: 'pay/1', expiresAt, locale: null, savesMethod: false } });
    const minutes = (Number(stripe.requests[0]?.form['expires_at']) * 1_000 - Date.now()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(from);
    expect(minutes).toBeLessThan(to);
  });

  it('opens with half an hour left when our clock is minutes behind that of Stripe', async () => {
    const now = new Date(Date.now() - 3 * MINUTE_MS);
    const expiresAt = new Date(now.getTime() + 30 * MINUTE_MS);
    const checkout = { page: 'pay/1', expiresAt, locale: null, savesMethod: false };
    expect(await processor.authorize(attemptOnPage({ now, checkout }))).toMatchObject({ kind: 'requires_action' });
  });

  it('is declined as expired only once Stripe says so', async () => {
    const { attempt } = await opened();
    stripe.faults.plan('retrieve_session', 'lost_before');
    expect(await processor.getStatus(again(attempt))).toEqual({ kind: 'unknown' });
    stripe.checkout.expire(stored.get(attempt.reference) ?? '');
    expect(await processor.getStatus(again(attempt))).toMatchObject({ kind: 'declined', code: 'expired' });
  });
});

describe('the void of a payment on a page of Stripe', () => {
  it.each<[string, StripeFault[]]>([
    ['', []],
    [', also when the answer is lost', ['lost_after']],
    [', also after a failure at Stripe', ['error_before']],
  ])('expires the session%s', async (_, faults) => {
    const { attempt } = await opened();
    stripe.faults.plan('expire_session', ...faults);
    const release = voidOf(attempt);
    const first = await processor.void(release);
    if (faults.length > 0 && first.kind === 'unknown') expect(await processor.void(again(release))).toEqual(APPROVED);
    else expect(first).toEqual(APPROVED);
    expect(stripe.checkout.find(stored.get(attempt.reference) ?? '').status).toBe('expired');
  });

  it('is found by its status once the session has ended', async () => {
    const { attempt } = await opened();
    const release = voidOf(attempt);
    expect(await processor.getStatus(release)).toMatchObject({ kind: 'requires_action' });
    stripe.checkout.expire(stored.get(attempt.reference) ?? '');
    expect(await processor.getStatus(release)).toEqual(APPROVED);
  });

  it('is declined when the customer paid first', async () => {
    const { attempt, page } = await opened();
    stripe.customerPays(page);
    expect(await processor.void(voidOf(attempt))).toMatchObject({ kind: 'declined', code: 'already_captured' });
    expect(stored.get(attempt.reference)).toMatch(/^pi_/);
  });

  it('releases the hold when the customer authorized first', async () => {
    const { attempt, page } = await opened({ captureMethod: 'manual' });
    stripe.customerPays(page);
    expect(await processor.void(voidOf(attempt))).toEqual(APPROVED);
    expect(stripe.intents.find(stored.get(attempt.reference) ?? '').status).toBe('canceled');
  });
});

describe('a Checkout Session that Stripe does not have', () => {
  it('leaves the outcome unknown, and is reported', async () => {
    const problems: unknown[] = [];
    const reporting = openStripe(stripe, { onProblem: (problem) => void problems.push(problem) });
    const attempt = { ...attemptOnPage(), isRepeat: true, externalReference: 'cs_missing' };
    expect(await reporting.getStatus(attempt)).toMatchObject({ kind: 'unknown' });
    expect(problems).toMatchObject([{ reason: 'missing_object' }]);
    await reporting.close();
  });
});

describe('an event about a Checkout Session', () => {
  it('names the authorization', async () => {
    const steps: readonly StripeStep[] = ['create_session'];
    const { attempt, page } = await opened();
    expect(stripe.requests.map(({ step }) => step)).toEqual(steps);
    stripe.customerPays(page);
    const event = stripe.events.all.find(({ type }) => type === 'checkout.session.completed');
    expect(event?.data.object).toMatchObject({ metadata: { svc_attempt: `00-1-${attempt.reference}` } });
  });
});
