import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('a response', () => {
  let between: Server;
  let answer = { status: 200, body: '' };
  let behind: StripeProcessor;

  beforeEach(async () => {
    between = createServer((_, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    behind = openStripe(stripe, { baseUrl: `http://127.0.0.1:${(between.address() as AddressInfo).port}` });
  });

  afterEach(async () => {
    await behind.close();
    await new Promise((resolve) => between.close(resolve));
  });

  it.each([
    [200, '"Service unavailable"'],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [503, '{"message":"Service unavailable"}'],
    [503, '"Service unavailable"'],
    [400, '{"error":"Bad request"}'],
    [404, '<html></html>'],
  ])('that is not from Stripe proves nothing: %d %s', async (status, body) => {
    answer = { status, body };
    const attempt = await authorized('manual');
    expect(await behind.authorize(newAttempt())).toEqual({ kind: 'unknown' });
    expect(await behind.getStatus(again(attempt))).toEqual({ kind: 'unknown' });
    expect(await behind.capture(next(attempt, 'capture'))).toEqual({ kind: 'unknown' });
    expect(await behind.void(next(attempt, 'void'))).toEqual({ kind: 'unknown' });
    expect(await behind.refund(refundOf(attempt))).toEqual({ kind: 'unknown' });
    expect(await behind.getDispute('dp_1')).toMatchObject({ kind: 'later' });
    expect(await behind.getRefund('re_1')).toMatchObject({ kind: 'later' });
    const listed = { since: new Date(0), cursor: null };
    expect(await behind.listEvents(listed)).toMatchObject({ kind: 'unavailable' });
    expect(await behind.listSettlement(listed)).toMatchObject({ kind: 'unavailable' });
  });

  it('is read whole when it has a hundred disputes with as much evidence as Stripe takes', async () => {
    const evidence = { uncategorized_text: 'é'.repeat(150_000) };
    const data = Array.from({ length: 100 }, (_, n) => ({
      ...{ id: `evt_${n}`, object: 'event', livemode: false, type: 'charge.dispute.updated' },
      data: { object: { id: `dp_${n}`, object: 'dispute', payment_intent: 'pi_1', evidence } },
    }));
    answer = { status: 200, body: JSON.stringify({ object: 'list', has_more: false, data }) };
    const listed = await behind.listEvents({ since: new Date(0), cursor: null });
    expect(listed).toMatchObject({ kind: 'page', hasFailed: false, next: null });
  });

  it('that is not from Stripe deletes nothing', async () => {
    answer = { status: 503, body: '{"message":"Service unavailable"}' };
    expect(await behind.deleteCustomer('cus_1')).toBe(false);
    expect(await behind.detachMethod('pm_1')).toBe(false);
  });

  it.each([
    [{ code: 'incorrect_cvc' }, 'incorrect_cvc'],
    [{ code: 'card_declined', decline_code: 'lost_card' }, 'lost_card'],
    [{}, 'card_error'],
  ])('that declines the card has a code, also without a decline code: %o', async (error, code) => {
    answer = { status: 402, body: JSON.stringify({ error: { type: 'card_error', message: 'Declined.', ...error } }) };
    expect(await behind.authorize(newAttempt())).toMatchObject({ kind: 'declined', code });
  });
});
