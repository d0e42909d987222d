import { startStripeDouble, type StripeDouble } from '@svc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoredReferences } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import { CallLimits } from '../call-limits.js';
import { CallSlots } from '../call-slots.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../payment-processor.js';
import type { StripeProcessor } from './stripe-processor.js';

const APPROVED = { kind: 'approved' };
const HOUR_MS = 3_600_000;

let stripe: StripeDouble;
let processor: StripeProcessor;
const { newAttempt, again, next, refundOf } = new StoredReferences();

beforeEach(async () => {
  stripe = await startStripeDouble();
  processor = openStripe(stripe);
});

afterEach(async () => {
  await processor.close();
  await stripe.close();
});

async function authorized(captureMethod: ProcessorAttempt['captureMethod']): Promise<ProcessorAttempt> {
  const attempt = newAttempt({ captureMethod });
  expect(await processor.authorize(attempt)).toMatchObject(APPROVED);
  return attempt;
}

/** Whether the connection takes another call after one that ended with the outcome. */
function admitsAfter(outcome: ProcessorOutcome): boolean {
  const slots = new CallSlots(new CallLimits(8, { isRemote: () => true }));
  const ref = { environmentId: 1, id: '1', processor: 'proc_1' };
  const slot = slots.take(ref);
  if (slot === undefined) throw new Error('there is no room');
  slots.free({ ...slot, outcome });
  return slots.take(ref) !== undefined;
}

describe('an object that another request uses at Stripe', () => {
  it('is asked for again soon, also after a long time, and keeps no other call waiting', async () => {
    const capture = next(await authorized('manual'), 'capture');
    stripe.faults.plan('capture', 'locked');
    const late = { ...capture, now: new Date(capture.startedAt.getTime() + HOUR_MS) };
    const outcome = await processor.capture(late);
    expect(outcome).toEqual({ kind: 'later', reason: 'locked', checkAfterMs: 1_000 });
    expect(admitsAfter(outcome)).toBe(true);
    expect(await processor.capture(again(capture))).toEqual(APPROVED);
  });

  it('is refunded then', async () => {
    const request = refundOf(await authorized('automatic'));
    stripe.faults.plan('refund', 'locked');
    expect(await processor.refund(request)).toMatchObject({ kind: 'later', reason: 'locked' });
    expect(await processor.refund({ ...request, isRepeat: true })).toEqual(APPROVED);
  });
});

it('a rate limit keeps the calls of the connection waiting', async () => {
  stripe.faults.plan('create', 'rate_limited');
  const outcome = await processor.authorize(newAttempt());
  expect(outcome).toMatchObject({ kind: 'later', reason: 'rate_limited' });
  expect(admitsAfter(outcome)).toBe(false);
});
