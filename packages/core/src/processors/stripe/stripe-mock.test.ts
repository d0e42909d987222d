import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  missingForStripeMock,
  REFUND_ENDINGS,
  startStripeDouble,
  startStripeMock,
  type StripeDouble,
  type StripeMock,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredReferences } from '../../../test/attempts.js';
import { openStripe } from '../../../test/open-stripe.js';
import type { RefundRequest } from '../payment-processor.js';
import { deleteWebhookEndpoints, makeWebhookEndpoint, verifyStripe } from './stripe-verification.js';

const INSTALLATION_MS = 600_000;
const APPROVED = { kind: 'approved' };

const missing = missingForStripeMock();
// In CI these tests must run.
const withMock = missing === undefined || process.env['CI'] ? describe : describe.skip;

/** A request as both Stripes answered it. */
interface Judged {
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

let mock: StripeMock;
let double: StripeDouble;
let judge: Server;
let judged: Judged[];
let lastId = 0;

withMock(`each request, checked by stripe-mock${missing === undefined ? '' : ` (needs ${missing})`}`, () => {
  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`stripe-mock needs ${missing}`);
    mock = await startStripeMock();
    double = await startStripeDouble();
    judge = createServer((request, response) => void forward(request, response));
    await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', () => resolve()));
    judged = [];
  }, INSTALLATION_MS);

  afterAll(async () => {
    await new Promise((resolve) => judge.close(resolve));
    await double.close();
    await mock.close();
  });

  it('is one that Stripe documents for this version, with nothing else in it', async () => {
    await everyOperation();
    await verifyStripe(credentials());
    const url = 'https://pay.example/callbacks/00/proc_1';
    const access = { ...credentials(), installationId: 'inst' };
    const { id } = await makeWebhookEndpoint(access, url, { inUse: new Set() });
    await deleteWebhookEndpoints(credentials(), [id]);
    expect(judged.filter(({ status }) => status !== 200)).toEqual([]);
    expect([...new Set(judged.map(({ request }) => request))].sort()).toEqual([
      'DELETE /v1/customers/:id',
      'DELETE /v1/webhook_endpoints/:id',
      'GET /v1/account',
      'GET /v1/balance',
      'GET /v1/balance_transactions',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/disputes',
      'GET /v1/disputes/:id',
      'GET /v1/events',
      'GET /v1/payment_intents',
      'GET /v1/payment_intents/:id',
      'GET /v1/payment_methods/:id',
      'GET /v1/refunds',
      'GET /v1/refunds/:id',
      'GET /v1/webhook_endpoints',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/customers',
      'POST /v1/customers/:id',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/:id/cancel',
      'POST /v1/payment_intents/:id/capture',
      'POST /v1/payment_intents/:id/confirm',
      'POST /v1/payment_methods/:id/attach',
      'POST /v1/payment_methods/:id/detach',
      'POST /v1/refunds',
      'POST /v1/webhook_endpoints',
    ]);
  });

  it.each([
    ['an unknown parameter', { 'Stripe-Version': '2026-08-26.dahlia' }, 'amount=1000&currency=usd&colour=red'],
    ['another version', { 'Stripe-Version': '2026-07-29.dahlia' }, 'amount=1000&currency=usd'],
  ])('would be refused with %s', async (_, version, body) => {
    const headers = { ...version, authorization: 'Bearer sk_test_1', 'content-type': FORM };
    const { status } = await fetch(`${mock.url}/v1/payment_intents`, { method: 'POST', headers, body });
    expect(status).toBe(400);
  });
});

const FORM = 'application/x-www-form-urlencoded';

function credentials(): { secretKey: string; livemode: boolean; timeoutMs: number; baseUrl: string } {
  const baseUrl = `http://127.0.0.1:${(judge.address() as AddressInfo).port}`;
  return { secretKey: double.secretKey, livemode: false, timeoutMs: 10_000, baseUrl };
}

/** Has stripe-mock check a request, and the double answer it. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '' } = request;
  const names = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]));
  const init = { method, headers, ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}) };
  const [checked, answered] = await Promise.all([fetch(mock.url + url, init), fetch(double.url + url, init)]);
  const path = url.replace(/\?.*/, '').replace(/\/(dp|pi|re|we|cs|cus|pm)_\w+/, '/:id');
  judged.push({ request: `${method} ${path}`, status: checked.status, answer: await checked.text() });
  response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text());
}

/** Each operation, first and again, of a payment that is approved, declined, held, voided, and refunded. */
async function everyOperation(): Promise<void> {
  const processor = openStripe(double, credentials());
  const stored = new StoredReferences();
  const { newAttempt, again, next } = stored;
  const told = { statementDescriptorSuffix: 'ORDER 1042', receiptEmail: 'ada@example.com' };
  const paid = newAttempt({ initiator: 'merchant', ...told });
  const [taken, released] = [newAttempt({ captureMethod: 'manual' }), newAttempt({ captureMethod: 'manual' })];
  for (const attempt of [paid, taken, released]) {
    expect(await processor.authorize(attempt)).toMatchObject(APPROVED);
    expect(await processor.authorize(again(attempt))).toMatchObject(APPROVED);
  }
  for (const change of [{ ...next(taken, 'capture'), amountValue: 600 }, next(released, 'void')]) {
    expect(await processor[change.operation](change)).toEqual(APPROVED);
    expect(await processor[change.operation](again(change))).toEqual(APPROVED);
    expect(await processor.getStatus(again(change))).toEqual(APPROVED);
  }
  for (const token of ['pm_card_chargeDeclined', 'pm_double_otherAction', 'pm_double_invalid']) {
    const attempt = newAttempt({ paymentMethodToken: () => Promise.resolve(token) });
    expect(await processor.authorize(attempt)).toMatchObject({ kind: 'declined' });
  }
  const owners: string[] = [];
  const stay = {
    reference: () => Promise.resolve(owners[0] ?? null),
    storeReference: (reference: string) => Promise.resolve(reference),
    methodOwner: () => Promise.resolve(owners[0] ?? null),
    storeMethod: (_: string, owner: string) => Promise.resolve(owners.push(owner) > 0),
  };
  const saved = newAttempt({ customer: { id: '7', email: 'ada@example.com' }, customerAtProcessor: stay });
  expect(await processor.authorize(saved)).toMatchObject({ reason: 'prepared' });
  expect(await processor.authorize(again(saved))).toMatchObject(APPROVED);
  const own = double.customers.addMethod('pm_card_visa', owners[0]).id;
  const attached = { ...stay, methodOwner: () => Promise.resolve(null) };
  const ofOwn = newAttempt({ ...saved, paymentMethodToken: () => Promise.resolve(own), customerAtProcessor: attached });
  expect(await processor.authorize(ofOwn)).toMatchObject({ reason: 'prepared' });
  const checkout = { page: 'pay/1', expiresAt: new Date(), locale: 'de', savesMethod: true };
  const payer = { customer: saved.customer, customerAtProcessor: stay };
  const hosted = newAttempt({ ...payer, checkout, now: new Date(), captureMethod: 'manual' });
  expect(await processor.authorize(hosted)).toMatchObject({ kind: 'requires_action' });
  expect(await processor.void(next(hosted, 'void'))).toEqual(APPROVED);
  expect(await processor.getStatus(again(hosted))).toMatchObject({ kind: 'declined', code: 'expired' });
  expect(await processor.detachMethod(own)).toBe(true);
  expect(await processor.deleteCustomer(owners[0] ?? '')).toBe(true);
  const refund: RefundRequest = {
    ...paid,
    ...{ reference: String((lastId += 1)), amountValue: 300 + REFUND_ENDINGS.waits, paymentMetadata: {} },
    ...{
      origin: 'api' as const,
      paymentReference: paid.reference,
      paymentExternalReference: stored.get(paid.reference) ?? null,
    },
    storeExternalReference: (external) => Promise.resolve(void stored.set('refund', external)),
  };
  expect(await processor.refund(refund)).toMatchObject({ kind: 'pending' });
  for (const externalReference of [null, stored.get('refund') ?? null]) {
    const repeated = { ...refund, isRepeat: true, externalReference };
    expect(await processor.refund(repeated)).toMatchObject({ kind: 'pending' });
    expect(await processor.getRefundStatus(repeated)).toMatchObject({ kind: 'pending' });
  }
  const { id: disputeId } = double.disputes.open(stored.get(paid.reference) ?? '', 'needs_response');
  expect(await processor.getDispute(disputeId)).toMatchObject({ kind: 'found' });
  expect(await processor.getRefund(stored.get('refund') ?? '')).toMatchObject({ kind: 'ours' });
  const since = new Date('2026-11-21T09:00:00.000Z');
  for (const cursor of [null, double.events.all.find(({ type }) => type === 'refund.created')?.id ?? '']) {
    expect(await processor.listEvents({ since, cursor })).toMatchObject({ kind: 'page', hasFailed: false });
    const entry = cursor === null ? null : (double.balance.all[0]?.id ?? null);
    expect(await processor.listSettlement({ since, cursor: entry })).toMatchObject({ kind: 'page', hasFailed: false });
  }
  const range = { from: new Date('2026-11-21T09:00:00.000Z'), to: new Date('2036-11-21T09:00:00.000Z') };
  for (const cursor of ['intents:', 'intents:pi_1', 'refunds:', 'refunds:re_1']) {
    const position = { cursor, receivedAt: range.from, reference: '' };
    expect(await processor.readStatement({ ...range, position })).toMatchObject({ kind: 'page' });
  }
  await processor.close();
}
