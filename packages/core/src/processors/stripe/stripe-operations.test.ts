import { REFUND_ENDINGS, startStripeDouble, type StripeDouble, type StripeFault, type StripeStep } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoredReferences } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import type { ProcessorAttempt, ProcessorOutcome, RefundRequest } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';

const APPROVED = { kind: 'approved' };
const UNKNOWN = { kind: 'unknown' };
const HOUR_MS = 3_600_000;

let stripe: StripeDouble;
let processor: StripeProcessor;
/** The stored references by attempt. */
const stored = new StoredReferences();
const { newAttempt, again, next, refundOf } = stored;

beforeEach(async () => {
  stripe = await startStripeDouble();
  stored.clear();
  processor = openStripe(stripe);
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

function repeated(request: RefundRequest, change: Partial<RefundRequest> = {}): RefundRequest {
  return { ...request, isRepeat: true, externalReference: stored.get(request.reference) ?? null, ...change };
}

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

/** Pays on a page of Stripe. What is stored stays the Checkout Session, as after an approval by hand. */
async function paidOnPage(change: Partial<ProcessorAttempt> = {}): Promise<ProcessorAttempt> {
  const { attempt, url } = await onPage(change);
  stripe.customerPays(url);
  return attempt;
}

async function onPage(change: Partial<ProcessorAttempt> = {}): Promise<{ attempt: ProcessorAttempt; url: string }> {
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const checkout = { page: 'pay/1', expiresAt, locale: null, savesMethod: false };
  const attempt = newAttempt({ now: new Date(), checkout, ...change });
  const outcome = await processor.authorize(attempt);
  if (outcome.kind !== 'requires_action') throw new Error(`it is ${outcome.kind}`);
  return { attempt, url: outcome.url };
}

const steps = (): StripeStep[] => stripe.requests.map(({ step }) => step);
const intentOf = ({ authorization }: ProcessorAttempt) => stripe.intents.find(stored.get(authorization) ?? '');
const authorizations = () => [...stripe.intents.authorizations.values()];

describe('an authorization', () => {
  it('tells Stripe what the bank statement shows, and where the receipt goes', async () => {
    const told = { statementDescriptorSuffix: 'ORDER 1042', receiptEmail: 'ada@example.com' };
    expect(await processor.authorize(newAttempt(told))).toEqual(APPROVED);
    expect(stripe.requests[0]?.form).toMatchObject({
      statement_descriptor_suffix: 'ORDER 1042',
      receipt_email: 'ada@example.com',
    });
    expect(await processor.authorize(newAttempt())).toEqual(APPROVED);
    const create = stripe.requests.filter(({ step }) => step === 'create')[1];
    expect(create?.form).not.toHaveProperty('statement_descriptor_suffix');
    expect(create?.form).not.toHaveProperty('receipt_email');
  });

  it('of the merchant is declined when the card needs the customer, with the code of Stripe', async () => {
    const attempt = newAttempt({
      initiator: 'merchant',
      paymentMethodToken: () => Promise.resolve('pm_card_authenticationRequired'),
    });
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'declined', code: 'authentication_required' });
  });
});

describe('a hold', () => {
  it('says until when it stands, also when it is asked about', async () => {
    const attempt = newAttempt({ captureMethod: 'manual' });
    stripe.intents.holdSeconds = 60;
    const now = Math.floor(Date.now() / 1_000);
    const outcome = await processor.authorize(attempt);
    stripe.intents.holdSeconds = 7 * 86_400;
    expect(outcome).toEqual({ kind: 'approved', captureBefore: expect.any(Date) as Date });
    if (outcome.kind !== 'approved') return;
    expect(Math.abs(Number(outcome.captureBefore) / 1_000 - now - 60)).toBeLessThanOrEqual(5);
    expect(await processor.getStatus(again(attempt))).toEqual(outcome);
  });

  it('can be captured in part, unless Stripe cannot express the part', () => {
    expect(processor.canCapturePart({ amountValue: 600, currency: 'USD' })).toBe(true);
    expect(processor.canCapturePart({ amountValue: 1_001, currency: 'KWD' })).toBe(false);
  });
});

describe('a capture', () => {
  it('takes its amount of the hold', async () => {
    const capture = { ...next(await held(), 'capture'), amountValue: 600 };
    expect(await processor.capture(capture)).toEqual(APPROVED);
    expect(intentOf(capture)).toMatchObject({ amount_received: 600, status: 'succeeded' });
  });

  it.each<StripeFault>(['lost_before', 'lost_after', 'error_before', 'error_after', 'hangs', 'in_use'])(
    'is made once when the answer is %s',
    async (fault) => {
      const capture = { ...next(await held(), 'capture'), amountValue: 600 };
      stripe.faults.plan('capture', fault);
      stripe.requests.length = 0;
      const first = await processor.capture(capture);
      expect([UNKNOWN, APPROVED]).toContainEqual(first);
      const before = stripe.requests.length;
      expect(await processor.capture(again(capture))).toEqual(APPROVED);
      // A repetition reads first.
      expect(stripe.requests[before]?.step).toBe('retrieve');
      expect(await processor.getStatus(again(capture))).toEqual(APPROVED);
      expect(intentOf(capture).amount_received).toBe(600);
    },
  );

  it.each([600, 1000])('of %d from a paid Checkout Session finds its PaymentIntent', async (amountValue) => {
    const capture = { ...next(await paidOnPage({ captureMethod: 'manual' }), 'capture'), amountValue };
    expect(capture.externalReference).toMatch(/^cs_/);
    expect(await processor.capture(capture)).toEqual(APPROVED);
    expect(await processor.getStatus(capture)).toEqual(APPROVED);
    expect(intentOf(capture)).toMatchObject({ amount_received: amountValue, status: 'succeeded' });
  });

  it.each<[StripeFault[]]>([[[]], [['lost_before', 'lost_after']]])(
    'of an unpaid Checkout Session ends its page and is declined, also after %j',
    async (faults) => {
      const { attempt } = await onPage({ captureMethod: 'manual' });
      const capture = next(attempt, 'capture');
      stripe.faults.plan('expire_session', ...faults);
      stripe.faults.plan('retrieve_session', ...faults);
      for (let n = 0; n < faults.length; n += 1) expect(await processor.capture(again(capture))).toEqual(UNKNOWN);
      expect(await processor.capture(again(capture))).toMatchObject({ kind: 'declined', code: 'expired' });
      expect(stripe.checkout.find(stored.get(attempt.reference) ?? '').status).toBe('expired');
    },
  );

  it('by somebody else is not taken for its own', async () => {
    const capture = next(await held(), 'capture');
    stripe.intents.capture(intentOf(capture).id, {});
    const taken = { kind: 'declined', code: 'already_captured' };
    expect(await processor.capture(capture)).toMatchObject(taken);
    expect(await processor.capture(again(capture))).toMatchObject(taken);
    expect(await processor.getStatus(capture)).toMatchObject(taken);
  });

  it('is made later when it is rate limited', async () => {
    const capture = next(await held(), 'capture');
    stripe.faults.plan('capture', 'rate_limited');
    expect(await processor.capture(capture)).toMatchObject({ kind: 'later', reason: 'rate_limited' });
    expect(await processor.capture(again(capture))).toEqual(APPROVED);
  });
});

describe('a void', () => {
  it('of an authorization that was never stored is done, and nothing is sent', async () => {
    const release = next(newAttempt(), 'void');
    expect([await processor.void(release), await processor.getStatus(release)]).toEqual([APPROVED, APPROVED]);
    expect(steps()).toEqual([]);
  });

  it('of a stored one that was not confirmed keeps it from ever being confirmed', async () => {
    stripe.faults.plan('confirm', 'lost_before');
    const attempt = newAttempt();
    await processor.authorize(attempt);
    expect(await processor.void(next(attempt, 'void'))).toEqual(APPROVED);
    expect(await processor.authorize(again(attempt))).toMatchObject({ kind: 'declined', code: 'canceled' });
    expect(authorizations()).toEqual([]);
  });

  it.each<StripeFault>(['lost_before', 'lost_after', 'error_before', 'error_after', 'hangs', 'in_use'])(
    'releases the hold when the answer is %s',
    async (fault) => {
      const release = next(await held(), 'void');
      stripe.faults.plan('cancel', fault);
      expect([UNKNOWN, APPROVED]).toContainEqual(await processor.void(release));
      expect(await processor.void(again(release))).toEqual(APPROVED);
      expect(intentOf(release)).toMatchObject({ status: 'canceled', amount_received: 0 });
    },
  );

  it('is declined when the money was taken meanwhile', async () => {
    const attempt = await held();
    stripe.intents.capture(intentOf(attempt).id, {});
    const release = next(attempt, 'void');
    for (const claim of [release, again(release)]) {
      expect(await processor.void(claim)).toMatchObject({ kind: 'declined', code: 'already_captured' });
    }
  });
});

describe('a refund', () => {
  const refunds = () => [...stripe.refunds.all.values()];

  it.each<StripeFault>(['lost_before', 'lost_after', 'error_after', 'hangs', 'in_use'])(
    'is made once when the answer is %s',
    async (fault) => {
      const request = refundOf(await paid());
      stripe.faults.plan('refund', fault);
      expect(await processor.refund(request)).toEqual(UNKNOWN);
      for (let n = 0; n < 2; n += 1) expect(await processor.refund(repeated(request))).toEqual(APPROVED);
      expect(await processor.getRefundStatus(repeated(request))).toEqual(APPROVED);
      expect(refunds()).toMatchObject([{ amount: 400, status: 'succeeded' }]);
    },
  );

  it('of a paid Checkout Session finds its PaymentIntent, and is found there', async () => {
    const request = refundOf(await paidOnPage());
    expect(request.paymentExternalReference).toMatch(/^cs_/);
    stripe.faults.plan('refund', 'lost_after');
    expect(await processor.refund(request)).toEqual(UNKNOWN);
    expect(await processor.refund(repeated(request))).toEqual(APPROVED);
    expect(await processor.getRefundStatus(repeated(request))).toEqual(APPROVED);
    expect(refunds()).toMatchObject([{ amount: 400, status: 'succeeded' }]);
  });

  it('of an unpaid Checkout Session is declined, but not while Stripe does not respond', async () => {
    const { attempt, url } = await onPage();
    stripe.customerPays(url, 'pm_card_chargeDeclined');
    const request = refundOf(attempt);
    stripe.faults.plan('retrieve_session', 'lost_before');
    expect(await processor.refund(request)).toEqual(UNKNOWN);
    expect(await processor.refund(repeated(request))).toMatchObject({ kind: 'declined', code: 'not_paid' });
    expect(refunds()).toEqual([]);
  });

  it('stays unknown while Stripe repeats an error for its key', async () => {
    const request = refundOf(await paid());
    stripe.faults.plan('refund', 'error_before');
    for (const claim of [request, repeated(request)]) expect(await processor.refund(claim)).toEqual(UNKNOWN);
    expect(refunds()).toEqual([]);
  });

  it('is found by its metadata, even when Stripe has forgotten the key', async () => {
    const request = refundOf(await paid());
    stripe.faults.plan('refund', 'lost_after');
    await processor.refund(request);
    stripe.forgetKeys();
    const late = new Date(request.startedAt.getTime() + 30 * HOUR_MS);
    expect(await processor.refund(repeated(request, { now: late }))).toEqual(APPROVED);
    expect(refunds()).toHaveLength(1);
  });

  it('that Stripe does not have is sent again, but not while Stripe may just forget the key', async () => {
    const request = refundOf(await paid());
    const after = (hours: number) =>
      repeated(request, { now: new Date(request.startedAt.getTime() + hours * HOUR_MS) });
    stripe.faults.plan('refund', 'lost_before');
    expect(await processor.refund(request)).toEqual(UNKNOWN);
    expect(await processor.refund(after(23))).toEqual(UNKNOWN);
    expect(refunds()).toEqual([]);
    stripe.faults.plan('refund', 'error_before');
    expect(await processor.refund(after(22.9))).toEqual(UNKNOWN);
    stripe.forgetKeys();
    expect(await processor.refund(after(23.9))).toEqual(UNKNOWN);
    expect(refunds()).toEqual([]);
    for (const hours of [24.1, 30, 60]) expect(await processor.refund(after(hours))).toEqual(APPROVED);
    expect(refunds()).toHaveLength(1);
  });

  it('is pending until Stripe has made it', async () => {
    const request = refundOf(await paid(), { amountValue: 300 + REFUND_ENDINGS.waits });
    const pending = { kind: 'pending', checkAfterMs: 2_000 };
    expect([await processor.refund(request), await processor.getRefundStatus(repeated(request))]).toEqual([
      pending,
      pending,
    ]);
    stripe.refunds.settle(refunds()[0]?.id ?? '');
    expect(await processor.getRefundStatus(repeated(request))).toEqual(APPROVED);
  });

  it('that fails after it succeeded is then declined, with the reason', async () => {
    const request = refundOf(await paid());
    expect(await processor.refund(request)).toEqual(APPROVED);
    stripe.refunds.fail(refunds()[0]?.id ?? '', 'lost_or_stolen_card');
    const failed = { kind: 'declined', code: 'lost_or_stolen_card' };
    expect(await processor.getRefundStatus(repeated(request))).toMatchObject(failed);
  });

  it('that Stripe refuses is declined', async () => {
    const payment = await paid();
    expect(await processor.refund(refundOf(payment, { amountValue: 1000 }))).toEqual(APPROVED);
    const refused = { kind: 'declined', code: 'charge_already_refunded' };
    expect(await processor.refund(refundOf(payment))).toMatchObject(refused);
  });

  it('is made later when it is rate limited, and waits for a revoked key', async () => {
    const request = refundOf(await paid());
    stripe.faults.plan('refund', 'rate_limited');
    expect(await processor.refund(request)).toMatchObject({ kind: 'later', reason: 'rate_limited' });
    stripe.keyState = 'revoked';
    expect(await processor.refund(repeated(request))).toMatchObject({ kind: 'later', reason: 'unauthorized' });
    stripe.keyState = 'valid';
    expect(await processor.refund(repeated(request))).toEqual(APPROVED);
  });

  it('of an amount that Stripe cannot take is declined before anything is sent', async () => {
    const request = refundOf(newAttempt(), { currency: 'KWD', amountValue: 5124 });
    expect(await processor.refund(request)).toMatchObject({ kind: 'declined', code: 'amount_not_supported' });
    expect(steps()).toEqual([]);
  });

  it('whose status Stripe does not have stays unknown', async () => {
    const request: RefundRequest = refundOf(await paid());
    const outcome: ProcessorOutcome = await processor.getRefundStatus(repeated(request));
    expect(outcome).toEqual(UNKNOWN);
  });
});
