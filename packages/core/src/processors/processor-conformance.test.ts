import {
  ENDINGS,
  FAULTS,
  REFUND_ENDINGS,
  startAcquirer,
  startStripeDouble,
  type ReferenceAcquirer,
  type StripeDouble,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAttempt, newId, newRefund, STARTED_AT } from '../../test/attempts.js';
import { AcquirerClient } from './acquirer-client.js';
import { HttpProcessor } from './http-processor.js';
import { ManualProcessor } from './manual-processor.js';
import type {
  PaymentProcessor,
  ProcessorAttempt,
  ProcessorOutcome,
  ProcessorRequest,
  RefundRequest,
} from './payment-processor.js';
import { StripeProcessor } from './stripe/stripe-processor.js';
import { SandboxProcessor, type SandboxOutcome } from './sandbox-processor.js';

const TIMEOUT_MS = 500;

let acquirer: ReferenceAcquirer;
let client: AcquirerClient;
let http: HttpProcessor;
let stripeApi: StripeDouble;
let stripe: StripeProcessor;
const actions = new Map<string, SandboxOutcome>();
const sandbox = new SandboxProcessor({
  pageOf: (environmentId, authorization) => `sandbox/actions/${environmentId}-${authorization}`,
  outcomeOf: (_environmentId, authorization) => Promise.resolve(actions.get(authorization)),
});

beforeAll(async () => {
  acquirer = await startAcquirer({ timeoutMs: TIMEOUT_MS });
  const { url, apiKey, caPem: ca } = acquirer;
  client = new AcquirerClient({ url, apiKey, timeoutMs: TIMEOUT_MS, ca });
  http = new HttpProcessor(client, [], { warn: () => {} }, { contractVersion: '1.4' });
  stripeApi = await startStripeDouble();
  stripe = new StripeProcessor({
    ...{ name: 'stripe', installationId: 'inst', livemode: false, timeoutMs: TIMEOUT_MS, logger: { warn: () => {} } },
    ...{ secretKey: stripeApi.secretKey, baseUrl: stripeApi.url, returnUrl: () => 'https://pay.example/return' },
  });
});

afterAll(async () => {
  await client.close();
  await acquirer.close();
  await stripe.close();
  await stripeApi.close();
});

/** The processors' own references by attempt, as the attempts' rows keep them. */
const stored = new Map<string, string>();

/** Returns what the next claim reads. */
function claimed(attempt: ProcessorAttempt): ProcessorAttempt {
  return { ...attempt, externalReference: stored.get(attempt.authorization) ?? null };
}

function claimedRefund(request: RefundRequest): RefundRequest {
  return { ...request, externalReference: stored.get(request.reference) ?? null };
}

function storing(reference: string): ProcessorRequest['storeExternalReference'] {
  return (external) => {
    if (stored.get(reference) === undefined) stored.set(reference, external);
    if (stored.get(reference) !== external) return Promise.reject(new Error('another reference is stored'));
    return Promise.resolve();
  };
}

/** Long after the start, so that mere delays are over. */
const now = new Date(STARTED_AT.getTime() + 60_000);

function newAuthorization(change: Partial<ProcessorAttempt> = {}): ProcessorAttempt {
  const reference = newId();
  const paymentMethodToken = () => Promise.resolve(null);
  return newAttempt({ reference, now, storeExternalReference: storing(reference), paymentMethodToken, ...change });
}

function following(authorization: ProcessorAttempt, operation: 'capture' | 'void'): ProcessorAttempt {
  const reference = newId();
  return { ...claimed(authorization), operation, reference, storeExternalReference: storing(reference) };
}

function refundOf(authorization: ProcessorAttempt, change: Partial<RefundRequest> = {}): RefundRequest {
  const [reference, paymentReference] = [newId(), authorization.reference];
  return newRefund({
    ...{ reference, now, storeExternalReference: storing(reference), paymentReference },
    ...{ paymentExternalReference: stored.get(paymentReference) ?? null, paymentMetadata: authorization.metadata },
    ...change,
  });
}

/** How to trigger each behaviour of a processor. */
interface Subject {
  readonly name: string;
  readonly processor: () => PaymentProcessor;
  /** What an authorization needs to be approved. */
  readonly approved?: Partial<ProcessorAttempt>;
  /** An authorization that is declined; undefined if the processor never declines. */
  readonly declined?: Partial<ProcessorAttempt>;
  readonly asksCustomer?: Partial<ProcessorAttempt>;
  readonly declinedRefund?: Partial<RefundRequest>;
  /** Whether it remembers captures under another reference. */
  readonly remembersCaptures?: boolean;
  /** Completes the action of an authorization as the customer. */
  readonly customerPays?: (authorization: ProcessorAttempt, url: string) => Promise<unknown>;
}

function card(token: string): Partial<ProcessorAttempt> {
  return { paymentMethodToken: () => Promise.resolve(token) };
}

const subjects: Subject[] = [
  {
    name: 'sandbox',
    processor: () => sandbox,
    declined: { metadata: { sandbox: 'decline:insufficient_funds' } },
    asksCustomer: { metadata: { sandbox: 'action' } },
    declinedRefund: { metadata: { sandbox: 'refund_fail' } },
    customerPays: ({ reference }) => Promise.resolve(actions.set(reference, 'complete')),
  },
  { name: 'manual', processor: () => new ManualProcessor() },
  {
    name: 'http',
    processor: () => http,
    declined: { amountValue: 1000 + ENDINGS.declined },
    asksCustomer: { amountValue: 1000 + ENDINGS.requiresAction },
    declinedRefund: { amountValue: 300 + ENDINGS.declined },
    remembersCaptures: true,
    customerPays: (_authorization, url) => acquirer.payerActs(url, 'approve'),
  },
  {
    name: 'stripe',
    processor: () => stripe,
    approved: card('pm_card_visa'),
    declined: card('pm_card_chargeDeclinedInsufficientFunds'),
    asksCustomer: card('pm_card_authenticationRequired'),
    declinedRefund: { amountValue: 300 + REFUND_ENDINGS.fails },
    remembersCaptures: true,
    customerPays: (_authorization, url) => Promise.resolve(stripeApi.customerActs(url, 'complete')),
  },
];

describe.each(subjects)(
  'the processor $name',
  ({ processor, approved, declined, asksCustomer, declinedRefund, remembersCaptures, customerPays }) => {
    /** Sends a request, repeats it as after a crash, and inquires: the outcome is the same each time. */
    async function answerTo(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
      const first = await processor()[attempt.operation](attempt);
      const repeated = { ...claimed(attempt), isRepeat: true };
      expect(await processor()[attempt.operation](repeated)).toEqual(first);
      expect(await processor()[attempt.operation](claimed(attempt))).toEqual(first);
      expect(await processor().getStatus(repeated)).toEqual(first);
      return first;
    }

    async function answerToRefund(request: RefundRequest): Promise<ProcessorOutcome> {
      const first = await processor().refund(request);
      const repeated = { ...claimedRefund(request), isRepeat: true };
      expect(await processor().refund(repeated)).toEqual(first);
      expect(await processor().getRefundStatus(repeated)).toEqual(first);
      return first;
    }

    it('captures money once per reference, and repeats the outcome', async () => {
      expect(await answerTo(newAuthorization(approved))).toEqual({ kind: 'approved' });
    });

    it.skipIf(declined === undefined)('declines with a code, and repeats the outcome', async () => {
      const outcome = await answerTo(newAuthorization(declined));
      expect(outcome).toEqual({ kind: 'declined', code: 'insufficient_funds', message: expect.any(String) as string });
    });

    it('holds money, and captures it', async () => {
      const authorization = newAuthorization({ ...approved, captureMethod: 'manual' });
      expect(await answerTo(authorization)).toMatchObject({ kind: 'approved' });
      expect(await answerTo(following(authorization, 'capture'))).toEqual({ kind: 'approved' });
    });

    it('captures part of what it holds, and refunds no more than that', async () => {
      const authorization = newAuthorization({ ...approved, captureMethod: 'manual' });
      expect(await answerTo(authorization)).toMatchObject({ kind: 'approved' });
      expect(processor().canCapturePart({ amountValue: 600, currency: 'USD' })).toBe(true);
      const part = { ...following(authorization, 'capture'), amountValue: 600 };
      expect(await answerTo(part)).toEqual({ kind: 'approved' });
      expect(await answerToRefund(refundOf(authorization))).toEqual({ kind: 'approved' });
      if (remembersCaptures !== true) return;
      const rest = await processor().refund(refundOf(authorization));
      expect(rest).toMatchObject({ kind: 'declined' });
    });

    it.skipIf(remembersCaptures !== true)('captures held money once, and declines another reference', async () => {
      const held = newAuthorization({ ...approved, captureMethod: 'manual' });
      await answerTo(held);
      expect(await answerTo(following(held, 'capture'))).toEqual({ kind: 'approved' });
      const again = { kind: 'declined', code: 'already_captured' };
      expect(await answerTo(following(held, 'capture'))).toMatchObject(again);
      expect(await answerTo(following(held, 'void'))).toMatchObject(again);
      expect(await answerToRefund(refundOf(held))).toEqual({ kind: 'approved' });
    });

    it('releases held money', async () => {
      const authorization = newAuthorization({ ...approved, captureMethod: 'manual' });
      expect(await answerTo(authorization)).toMatchObject({ kind: 'approved' });
      expect(await answerTo(following(authorization, 'void'))).toEqual({ kind: 'approved' });
    });

    it.skipIf(asksCustomer === undefined)('returns the page for the customer, and then the outcome', async () => {
      const authorization = newAuthorization(asksCustomer);
      const outcome = await answerTo(authorization);
      expect(outcome).toMatchObject({ kind: 'requires_action', url: expect.stringContaining('/') as string });
      if (outcome.kind === 'requires_action') await customerPays?.(authorization, outcome.url);
      expect(await processor().getStatus(claimed(authorization))).toEqual({ kind: 'approved' });
    });

    it.skipIf(asksCustomer === undefined)('voids an authorization that requires action', async () => {
      const authorization = newAuthorization(asksCustomer);
      await answerTo(authorization);
      expect(await answerTo(following(authorization, 'void'))).toEqual({ kind: 'approved' });
    });

    it.skipIf(customerPays === undefined)(
      'declines to void an authorization that the customer has paid meanwhile',
      async () => {
        const authorization = newAuthorization(asksCustomer);
        const outcome = await answerTo(authorization);
        if (outcome.kind === 'requires_action') await customerPays?.(authorization, outcome.url);
        const declinedVoid = { kind: 'declined', code: 'already_captured' };
        expect(await answerTo(following(authorization, 'void'))).toMatchObject(declinedVoid);
        expect(await processor().getStatus(claimed(authorization))).toEqual({ kind: 'approved' });
      },
    );

    it('refunds money once per reference, and repeats the outcome', async () => {
      const authorization = newAuthorization(approved);
      await answerTo(authorization);
      expect(await answerToRefund(refundOf(authorization))).toEqual({ kind: 'approved' });
    });

    it.skipIf(declinedRefund === undefined)('declines a refund with a code, and repeats the outcome', async () => {
      const authorization = newAuthorization(approved);
      await answerTo(authorization);
      const outcome = await answerToRefund(refundOf(authorization, declinedRefund));
      expect(outcome).toEqual({
        kind: 'declined',
        code: expect.any(String) as string,
        message: expect.any(String) as string,
      });
    });
  },
);

describe('a lost response in the sandbox', () => {
  it('is unknown at first, and approved later', async () => {
    const lost = newAuthorization({ metadata: { sandbox: 'timeout_then_approve' } });
    expect(await sandbox.authorize({ ...lost, now: lost.startedAt })).toEqual({ kind: 'unknown' });
    expect(await sandbox.authorize({ ...lost, isRepeat: true })).toEqual({ kind: 'approved' });
  });
});

describe('the usual second of the sandbox', () => {
  const scripted = (script: string | undefined) => ({
    metadata: script === undefined ? {} : { sandbox: script },
    checkoutSessionId: null,
  });

  it.each([undefined, 'approve', 'anything else', 'decline:insufficient_funds'])(
    'passes before a payment with the script %s is authorized, which is answered at once',
    async (script) => {
      expect(sandbox.authorizesAfterMs(scripted(script))).toBe(1_000);
      const attempt = newAuthorization({ metadata: scripted(script).metadata });
      const { kind } = await sandbox.authorize({ ...attempt, now: attempt.startedAt });
      expect(kind).toBe(script?.startsWith('decline') === true ? 'declined' : 'approved');
    },
  );

  it.each(['delay:5000', 'action', 'timeout_then_approve', 'timeout_forever'])(
    'does not delay a payment with the script %s, which is at its processor from the start',
    async (script) => {
      expect(sandbox.authorizesAfterMs(scripted(script))).toBe(0);
      const attempt = newAuthorization({ metadata: scripted(script).metadata });
      expect(await sandbox.authorize({ ...attempt, now: attempt.startedAt })).not.toMatchObject({ kind: 'approved' });
    },
  );

  it('does not delay the page of a checkout session', () => {
    expect(sandbox.authorizesAfterMs({ metadata: {}, checkoutSessionId: '1' })).toBe(0);
  });
});

describe.each(FAULTS)('an acquirer with the fault %s', (fault) => {
  const isAnswered = fault === 'slow';
  const unclear = fault === 'rate_limited' ? { kind: 'later', reason: fault } : { kind: 'unknown' };

  it('leaves the outcome unknown, never declined, until an inquiry succeeds; money moves once', async () => {
    const authorization = newAuthorization({ captureMethod: 'manual' });
    const capture = following(authorization, 'capture');
    for (const attempt of [authorization, capture]) {
      await acquirer.fault({ next: [fault, fault] });
      const repeated = { ...attempt, isRepeat: true };
      expect(await http[attempt.operation](attempt)).toMatchObject(isAnswered ? { kind: 'approved' } : unclear);
      expect(await http[attempt.operation](repeated)).toMatchObject(isAnswered ? { kind: 'approved' } : unclear);
      expect(await http[attempt.operation](repeated)).toEqual({ kind: 'approved' });
    }
    expect(await http.refund(refundOf(authorization))).toEqual({ kind: 'approved' });
    const { accounts } = await acquirer.state();
    const own = accounts.filter(({ payment }) => payment === `pay_${authorization.paymentId}`);
    expect(own).toMatchObject([{ status: 'approved', held: 0, taken: 1000, refunded: 400 }]);
  });

  it('does not answer an inquiry wrongly', async () => {
    const declinedOne = newAuthorization({ amountValue: 1000 + ENDINGS.declined });
    const approvedOne = newAuthorization();
    await acquirer.fault({});
    expect(await http.authorize(declinedOne)).toMatchObject({ kind: 'declined' });
    expect(await http.authorize(approvedOne)).toMatchObject({ kind: 'approved' });
    await acquirer.fault({ next: [fault, fault] });
    expect(await http.getStatus(declinedOne)).toMatchObject(isAnswered ? { kind: 'declined' } : unclear);
    expect(await http.getStatus(approvedOne)).toMatchObject(isAnswered ? { kind: 'approved' } : unclear);
  });
});
