import { createServer, type LookupFunction } from 'node:net';
import { startStripeDouble, type StripeDouble, type StripeFault, type StripeStep } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoredReferences } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import { ConnectionError } from '../../platform/http-client/connection-error.js';
import type { ProcessorAttempt } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';
import type { StripeProblem } from './stripe-intents.js';
import type { StripeProcessorOptions } from './stripe-processor.js';

const APPROVED = { kind: 'approved' };
const UNKNOWN = { kind: 'unknown' };

let stripe: StripeDouble;
let processor: StripeProcessor;
let problems: StripeProblem[];
/** The stored references by attempt. */
const stored = new StoredReferences();
const { newAttempt, again, next } = stored;

function open(change: Partial<StripeProcessorOptions> = {}): StripeProcessor {
  const returnUrl: StripeProcessorOptions['returnUrl'] = ({ paymentId }) => `https://pay.example/return/${paymentId}`;
  return openStripe(stripe, {
    returnUrl,
    onProblem: (problem) => void problems.push(problem),
    ...change,
  });
}

beforeEach(async () => {
  stripe = await startStripeDouble();
  stored.clear();
  problems = [];
  processor = open();
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

const card = (token: string | null) => ({ paymentMethodToken: () => Promise.resolve(token) });

async function held(): Promise<ProcessorAttempt> {
  const attempt = newAttempt({ captureMethod: 'manual' });
  expect(await processor.authorize(attempt)).toMatchObject(APPROVED);
  return attempt;
}

async function paid(): Promise<ProcessorAttempt> {
  const attempt = newAttempt();
  expect(await processor.authorize(attempt)).toEqual(APPROVED);
  return attempt;
}

const steps = (): StripeStep[] => stripe.requests.map(({ step }) => step);
const intentOf = ({ authorization }: ProcessorAttempt) => stripe.intents.find(stored.get(authorization) ?? '');
const marksOf = ({ reference }: ProcessorAttempt) => ({ svc_installation: 'inst', svc_attempt: `00-1-${reference}` });
/** How often money was taken or held for an attempt, over all PaymentIntents that it has. */
const authorizations = (attempt: ProcessorAttempt) => stripe.authorizationsOf(marksOf(attempt));

describe('an authorization', () => {
  it('is an unconfirmed PaymentIntent that is stored before it is confirmed', async () => {
    const statuses: unknown[] = [];
    const attempt = newAttempt({
      storeExternalReference: (external) => Promise.resolve(void statuses.push(stripe.intents.find(external).status)),
    });
    expect(await processor.authorize(attempt)).toEqual(APPROVED);
    expect([steps(), statuses]).toEqual([['create', 'confirm'], ['requires_confirmation']]);
    const [create, confirm] = stripe.requests;
    expect(create?.form).toEqual({
      amount: '1000',
      capture_method: 'automatic',
      confirm: 'false',
      currency: 'usd',
      description: `pay_${attempt.paymentId}`,
      metadata: { ...marksOf(attempt), svc_payment: `pay_${attempt.paymentId}` },
      payment_method: 'pm_card_visa',
      payment_method_types: { 0: 'card' },
    });
    expect(create?.idempotencyKey).toBe(`inst-00-1-${attempt.reference}-create`);
    expect(confirm).toMatchObject({
      form: { return_url: `https://pay.example/return/${attempt.paymentId}` },
      idempotencyKey: `inst-00-1-${attempt.reference}-confirm`,
    });
  });

  it('is not confirmed when its lease is lost before it is stored', async () => {
    const lost = new Error('lease lost');
    const attempt = newAttempt({ storeExternalReference: () => Promise.reject(lost) });
    await expect(processor.authorize(attempt)).rejects.toBe(lost);
    expect([steps(), authorizations(attempt)]).toEqual([['create'], 0]);
  });

  it.each<[StripeStep, StripeFault]>([
    ...(['lost_before', 'lost_after', 'error_before', 'error_after', 'hangs', 'in_use'] as const).flatMap(
      (fault) =>
        [
          ['create', fault],
          ['confirm', fault],
        ] as [StripeStep, StripeFault][],
    ),
  ])('takes money once when the answer to %s is %s', async (step, fault) => {
    stripe.faults.plan(step, fault);
    const attempt = newAttempt();
    const first = await processor.authorize(attempt);
    expect([UNKNOWN, APPROVED]).toContainEqual(first);
    for (let n = 0; n < 2; n += 1) expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
    expect(authorizations(attempt)).toBe(1);
  });

  it('is confirmed once, even when Stripe has forgotten the keys', async () => {
    stripe.faults.plan('create', 'lost_after');
    stripe.faults.plan('confirm', 'lost_after');
    const attempt = newAttempt();
    for (const claim of [attempt, attempt, attempt]) {
      await processor.authorize(again(claim));
      stripe.forgetKeys();
    }
    expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
    expect([stripe.intents.all.size, authorizations(attempt)]).toEqual([2, 1]);
  });

  it('of a closed connection is not repeated by the SDK itself', async () => {
    stripe.faults.plan('create', 'lost_before');
    expect(await processor.authorize(newAttempt())).toEqual(UNKNOWN);
    expect(steps()).toEqual(['create']);
  });

  it('is made of what it was first made of: other parameters of a repetition only leave an orphan', async () => {
    stripe.faults.plan('create', 'lost_after');
    const attempt = newAttempt();
    await processor.authorize(attempt);
    const other = { ...again(attempt), ...card('pm_card_chargeDeclined') };
    expect(await processor.authorize(other)).toMatchObject({ kind: 'declined', code: 'generic_decline' });
    expect(authorizations(attempt)).toBe(0);
  });

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('is declined with the raw code of the issuer: %s', async (token, code) => {
    const attempt = newAttempt(card(token));
    expect(await processor.authorize(attempt)).toEqual({ kind: 'declined', code, message: 'Your card was declined.' });
    expect(steps()).toEqual(['create', 'confirm', 'retrieve']);
  });

  it('without the customer is declined where a customer would have to authenticate', async () => {
    const attempt = newAttempt({ ...card('pm_card_authenticationRequired'), initiator: 'merchant' });
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'declined', code: 'authentication_required' });
    expect(stripe.requests[1]?.form).toMatchObject({ off_session: 'true' });
  });

  it('returns the page of the bank, and then what the customer did there', async () => {
    for (const [act, outcome] of [
      ['complete', APPROVED],
      ['fail', { kind: 'declined', code: 'payment_intent_authentication_failure' }],
    ] as const) {
      const attempt = newAttempt(card('pm_card_authenticationRequired'));
      const asked = await processor.authorize(attempt);
      expect(asked).toMatchObject({ kind: 'requires_action', checkAfterMs: 2_000 });
      expect(await processor.getStatus(again(attempt))).toEqual(asked);
      if (asked.kind === 'requires_action') stripe.customerActs(asked.url, act);
      expect(await processor.getStatus(again(attempt))).toMatchObject(outcome);
    }
  });

  it('that requires another action is canceled, and then declined', async () => {
    const attempt = newAttempt(card('pm_double_otherAction'));
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'declined', code: 'unsupported_action' });
    expect([steps().at(-1), intentOf(attempt).status]).toEqual(['cancel', 'canceled']);
  });

  it('that requires another action is canceled by a later claim too, when the first answer was lost', async () => {
    stripe.faults.plan('confirm', 'lost_after');
    const attempt = newAttempt(card('pm_double_otherAction'));
    expect(await processor.authorize(attempt)).toEqual(UNKNOWN);
    expect(await processor.getStatus(again(attempt))).toEqual(UNKNOWN);
    expect(intentOf(attempt).status).toBe('requires_action');
    expect(await processor.authorize(again(attempt))).toMatchObject({ kind: 'declined', code: 'unsupported_action' });
    expect(intentOf(attempt).status).toBe('canceled');
  });

  it('that Stripe refuses to confirm is canceled, and only declined once that is read back', async () => {
    stripe.faults.plan('cancel', 'lost_before');
    const attempt = newAttempt(card('pm_double_invalid'));
    expect(await processor.authorize(attempt)).toEqual(UNKNOWN);
    expect(await processor.authorize(again(attempt))).toMatchObject({ kind: 'declined' });
    expect(intentOf(attempt).status).toBe('canceled');
  });

  it('that Stripe does not cancel, though it said so, stays unknown', async () => {
    stripe.intents.cancel = (id) => stripe.intents.find(id);
    expect(await processor.authorize(newAttempt(card('pm_double_invalid')))).toEqual(UNKNOWN);
  });

  it('is pending while Stripe processes it', async () => {
    const attempt = newAttempt(card('pm_double_processing'));
    expect(await processor.authorize(attempt)).toEqual({ kind: 'pending', checkAfterMs: 2_000 });
    stripe.intents.settle(intentOf(attempt).id, 'succeeds');
    expect(await processor.getStatus(again(attempt))).toEqual(APPROVED);
  });

  it.each([
    ['an amount that Stripe cannot take', { currency: 'UGX' }, 'amount_not_supported'],
    ['no payment method', card(null), 'payment_method_missing'],
  ])('is declined before anything is sent: %s', async (_, change, code) => {
    expect(await processor.authorize(newAttempt(change))).toMatchObject({ kind: 'declined', code });
    expect(steps()).toEqual([]);
  });

  it('with a payment method that Stripe does not have is declined: nothing was confirmed', async () => {
    const attempt = newAttempt(card('pm_of_another_account'));
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'declined', code: 'resource_missing' });
    expect([steps(), problems]).toEqual([['create'], []]);
  });

  it('goes on when the key may not read its dispute, which is read later', async () => {
    const attempt = newAttempt();
    await processor.authorize(attempt);
    const { id } = stripe.disputes.open([...stripe.intents.all.keys()][0] ?? '', 'needs_response');
    expect(await processor.getDispute(id)).toMatchObject({ kind: 'found' });
    stripe.keyState = 'restricted';
    expect(await processor.getDispute(id)).toEqual({ kind: 'later', checkAfterMs: 900_000 });
    expect(problems).toEqual([]);
  });

  it('is asked about by the bank, which then reviews the answer without taking the money', async () => {
    await processor.authorize(newAttempt());
    const { id } = stripe.disputes.open([...stripe.intents.all.keys()][0] ?? '', 'warning_needs_response');
    const state = { evidenceDueBy: expect.any(Date) as Date, withdrawn: false };
    const read = () => processor.getDispute(id);
    expect(await read()).toMatchObject({ dispute: { ...state, status: 'inquiry' } });
    stripe.disputes.respond(id, 'It was delivered.');
    expect(await read()).toMatchObject({ dispute: { ...state, status: 'under_review' } });
    stripe.disputes.close(id, 'warning_closed');
    expect(await read()).toMatchObject({ dispute: { ...state, status: 'closed' } });
  });

  it('is disputed for an amount that its currency does not have, which is logged', async () => {
    const warned: object[] = [];
    const watched = open({ logger: { warn: (entry: object) => void warned.push(entry) } });
    await watched.authorize(newAttempt({ amountValue: 900, currency: 'ISK' }));
    const { id } = stripe.disputes.open([...stripe.intents.all.keys()][0] ?? '', 'needs_response', 33_050);
    expect(await watched.getDispute(id)).toEqual({ kind: 'foreign' });
    expect(warned).toEqual([{ event: 'stripe_amount_unreadable', id }]);
    await watched.close();
  });

  it.each<StripeStep>(['create', 'confirm'])('is made later when %s is rate limited', async (step) => {
    stripe.faults.plan(step, 'rate_limited');
    const attempt = newAttempt();
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'later', reason: 'rate_limited' });
    expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
    expect(authorizations(attempt)).toBe(1);
  });

  it.each([
    [0, 2_000],
    [30_000, 30_000],
    [3_600_000, 60_000],
  ])('backs off from a rate limit: after %d ms for %d ms', async (elapsed, checkAfterMs) => {
    stripe.faults.plan('create', 'rate_limited');
    const attempt = newAttempt();
    const now = new Date(attempt.startedAt.getTime() + elapsed);
    expect(await processor.authorize({ ...attempt, now })).toMatchObject({ kind: 'later', checkAfterMs });
  });

  it('waits for a key that is revoked, and says so', async () => {
    stripe.keyState = 'revoked';
    const attempt = newAttempt();
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'later', reason: 'unauthorized' });
    expect(problems).toMatchObject([{ reason: 'unauthorized' }]);
    stripe.keyState = 'valid';
    expect(await processor.authorize(again(attempt))).toEqual(APPROVED);
  });

  it.each([
    ['approved', 'pm_card_visa'],
    ['declined', 'pm_card_chargeDeclined'],
    ['waiting for the customer', 'pm_card_authenticationRequired'],
  ])('that a claim finds %s is only read', async (_, token) => {
    const attempt = newAttempt(card(token));
    const outcome = await processor.authorize(attempt);
    stripe.requests.length = 0;
    expect(await processor.authorize(again(attempt))).toEqual(outcome);
    expect(steps()).toEqual(['retrieve']);
  });

  it('is unknown, not declined, when Stripe knows its key with other parameters', async () => {
    stripe.faults.plan('create', 'lost_after');
    const attempt = newAttempt();
    await processor.authorize(attempt);
    expect(await processor.authorize({ ...attempt, amountValue: 999 })).toEqual(UNKNOWN);
  });

  it('is not trusted to the other mode', async () => {
    await processor.close();
    processor = open({ livemode: true });
    const attempt = newAttempt();
    expect(await processor.authorize(attempt)).toEqual(UNKNOWN);
    expect([steps(), problems]).toMatchObject([['create'], [{ reason: 'wrong_mode' }]]);
    expect(authorizations(attempt)).toBe(0);
  });

  it('whose PaymentIntent is missing stays unknown, and is reported', async () => {
    const attempt = { ...newAttempt(), isRepeat: true, externalReference: 'pi_missing' };
    expect(await processor.authorize(attempt)).toEqual(UNKNOWN);
    expect([steps(), problems]).toMatchObject([['retrieve'], [{ reason: 'missing_object' }]]);
  });

  it('never takes the PaymentIntent of another attempt for its own', async () => {
    const other = await paid();
    const mixedUp = { ...newAttempt(), isRepeat: true, externalReference: stored.get(other.reference) ?? null };
    expect(await processor.authorize(mixedUp)).toEqual(UNKNOWN);
    expect(await processor.getStatus(mixedUp)).toEqual(UNKNOWN);
  });
});

describe('a Stripe that cannot be reached', () => {
  const closedPort = (): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
    });

  it('has got nothing of a first attempt; a repeated one is unknown', async () => {
    await processor.close();
    processor = open({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
    const attempt = newAttempt();
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'later', reason: 'unreachable' });
    expect(await processor.authorize(again(attempt))).toEqual(UNKNOWN);
    expect(await processor.authorize({ ...attempt, externalReference: 'pi_1' })).toEqual(UNKNOWN);
  });

  it.each([
    ['dns_failure', { kind: 'later', reason: 'unreachable' }],
    ['blocked_address', { kind: 'later', reason: 'unreachable' }],
    ['timeout', UNKNOWN],
  ] as const)('is one to which the given connector finds no way: %s', async (reason, outcome) => {
    await processor.close();
    processor = open({ connect: (_target, callback) => callback(new ConnectionError(reason, 'no way'), null) });
    expect(await processor.authorize(newAttempt())).toMatchObject(outcome);
  });

  it('is one whose name has no address, or whose certificate is not valid', async () => {
    const lookup: LookupFunction = (hostname, _options, callback) => callback(new Error(`no ${hostname}`), []);
    for (const baseUrl of ['https://stripe.invalid', stripe.url.replace('http:', 'https:')]) {
      await processor.close();
      processor = open({ baseUrl, lookup, timeoutMs: 5_000 });
      expect(await processor.authorize(newAttempt())).toMatchObject({ kind: 'later', reason: 'unreachable' });
    }
  });
});

describe('the status', () => {
  it('of an authorization that was not stored is declined, and nothing is sent', async () => {
    expect(await processor.getStatus(newAttempt())).toMatchObject({ kind: 'declined', code: 'not_sent' });
    expect(steps()).toEqual([]);
  });

  it('only reads: one that is stored and not confirmed stays unknown', async () => {
    stripe.faults.plan('confirm', 'lost_before');
    const attempt = newAttempt();
    await processor.authorize(attempt);
    expect(await processor.getStatus(again(attempt))).toEqual(UNKNOWN);
    expect(stripe.requests.at(-1)).toMatchObject({ method: 'GET', step: 'retrieve' });
    expect(authorizations(attempt)).toBe(0);
  });

  it.each<StripeFault>(['lost_before', 'error_before', 'hangs'])('is unknown when the answer is %s', async (fault) => {
    const attempt = await paid();
    stripe.faults.plan('retrieve', fault);
    expect(await processor.getStatus(again(attempt))).toEqual(UNKNOWN);
    expect(await processor.getStatus(again(attempt))).toEqual(APPROVED);
  });

  it('of a hold that has expired is a decline that says so', async () => {
    const attempt = await held();
    stripe.intents.cancel(intentOf(attempt).id, 'automatic');
    expect(await processor.getStatus(again(attempt))).toMatchObject({ code: 'authorization_expired' });
    const capture = next(attempt, 'capture');
    expect(await processor.capture(capture)).toMatchObject({ kind: 'declined', code: 'authorization_expired' });
  });
});
