import { createHmac } from 'node:crypto';
import { Svc, type EventKind } from '@svc/sdk';
import {
  createClient,
  ENDINGS,
  eventually,
  forThisFile,
  reconcile,
  startAcquirer,
  startReceiver,
  startStack,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const currency = 'EUR';

let svc: Svc;
let testKey: string;
let liveKey: string;

const [receiver, acquirer] = await Promise.all([
  forThisFile(startReceiver()),
  forThisFile(startAcquirer({ timeoutMs: 2_000 })),
]);
const stack = await forThisFile(startStack({ env: acquirer.env }));

beforeAll(async () => {
  await acquirer.callBack(stack.apiUrl);
  const account = await stack.createAccount('enterprise');
  ({ testKey, liveKey } = account);
  svc = new Svc(account.liveKey, { baseUrl: stack.apiUrl });
  const events: EventKind[] = ['payment.completed', 'payment.failed', 'refund.completed', 'refund.failed'];
  await svc.webhooks.create({ url: `${receiver.url}/hooks`, events });
}, 120_000);

/** Sends a callback with the acquirer's signature. */
async function callAbout(reference: string): Promise<void> {
  const body = JSON.stringify({ reference, operation: 'authorize', status: 'pending' });
  const [id, timestamp] = ['msg_again', String(Math.floor(Date.now() / 1_000))];
  const key = Buffer.from(acquirer.callbackSecret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  const headers = { 'content-type': 'application/json', ...signed };
  expect((await fetch(`${stack.apiUrl}/callbacks/00/http`, { method: 'POST', headers, body })).status).toBe(204);
}

function told(type: EventKind, id: string): Promise<unknown> {
  return receiver.waitFor(({ parsed }) => {
    const event = parsed as { type: string; data: { id: string } };
    return event.type === type && event.data.id === id;
  });
}

describe('a live payment through an acquirer', () => {
  it('completes, sends a webhook, and can be refunded', async () => {
    const { id } = await svc.payments.create({ amount: { value: 5_000, currency } });
    expect(await reached(svc, id, { status: 'completed' })).toMatchObject({ mode: 'live' });
    await told('payment.completed', id);
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount: { value: 2_000, currency } });
    await told('refund.completed', refundId);
    expect(await acquirer.accountOf(id)).toMatchObject({ taken: 5_000, refunded: 2_000, held: 0 });
    expect(await svc.payments.retrieve(id)).toMatchObject({ refundableAmount: { value: 3_000 } });
    const { data } = await svc.payments.timeline(id);
    const attempts = data.flatMap((entry) => (entry.type === 'timeline.attempt' ? [entry] : []));
    expect(attempts).toMatchObject(
      ['authorize', 'refund'].map((operation) => ({ operation, processor: 'http', outcome: 'approved' })),
    );
  });

  it('is charged to the payment method by its token', async () => {
    const customer = await svc.customers.create({ email: 'ada@example.com' });
    const card = { type: 'card' as const, processorToken: 'tok_journey_visa' };
    const method = await svc.customers.addPaymentMethod(customer.id, card);
    const { id } = await svc.payments.create({
      amount: { value: 700, currency },
      customer: { id: customer.id },
      paymentMethodId: method.id,
    });
    await reached(svc, id, { status: 'completed' });
    const { heard } = await acquirer.state();
    const charge = heard.find(({ body }) => (body as { payment?: string } | undefined)?.payment === id);
    expect(charge?.body).toMatchObject({ paymentMethodToken: 'tok_journey_visa' });
    expect(stack.logs().filter((line) => line.includes('tok_journey_visa'))).toEqual([]);
  });

  it('is authorized, and captured or voided', async () => {
    const held = { amount: { value: 9_900, currency }, captureMethod: 'manual' as const };
    const [captured, cancelled] = await Promise.all([svc.payments.create(held), svc.payments.create(held)]);
    await reached(svc, captured.id, { stage: 'authorized' });
    await reached(svc, cancelled.id, { stage: 'authorized' });
    expect(await acquirer.accountOf(captured.id)).toMatchObject({ held: 9_900, taken: 0 });
    await svc.payments.capture(captured.id);
    await svc.payments.cancel(cancelled.id);
    await reached(svc, captured.id, { status: 'completed' });
    await reached(svc, cancelled.id, { status: 'failed' });
    expect(await acquirer.accountOf(captured.id)).toMatchObject({ held: 0, taken: 9_900 });
    expect(await acquirer.accountOf(cancelled.id)).toMatchObject({ held: 0, taken: 0, status: 'declined' });
  });

  it('is captured and refunded in part, and agrees with the statement', async () => {
    const held = { amount: { value: 9_900, currency }, captureMethod: 'manual' as const };
    const { id } = await svc.payments.create(held);
    await reached(svc, id, { stage: 'authorized' });
    await svc.payments.capture(id, { amount: { value: 6_000, currency } });
    await reached(svc, id, { status: 'completed', capturedAmount: { value: 6_000, currency } });
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount: { value: 2_500, currency } });
    await told('refund.completed', refundId);
    expect(await acquirer.accountOf(id)).toMatchObject({ held: 0, taken: 6_000, refunded: 2_500 });
    const { rows } = await reconcile(createClient(stack.apiUrl, liveKey));
    expect(rows.filter(({ paymentId }) => paymentId === id)).toEqual([]);
  });

  it("fails with the acquirer's failure code", async () => {
    const { id } = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.declined, currency } });
    const failure = { code: 'insufficient_funds', message: 'The account has not enough money.' };
    await reached(svc, id, { status: 'failed', failure });
    await told('payment.failed', id);
  });

  it("waits for its customer on the acquirer's page until the callback", async () => {
    const { id } = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.requiresAction, currency } });
    const { nextAction } = await reached(svc, id, { stage: 'requires_action' });
    expect(nextAction).toEqual({ type: 'redirect', url: expect.stringContaining(`${acquirer.url}/pay/`) as string });
    // No inquiry is due for an hour, so only the callback can complete the payment.
    await stack.query(`UPDATE payments SET due_at = now() + interval '1 hour' WHERE stage = 'requires_action'`);
    expect(await acquirer.payerActs(nextAction?.url ?? '', 'approve')).toBe(200);
    expect(await reached(svc, id, { status: 'completed' })).toMatchObject({ nextAction: null });
  });

  it('completes on a callback while it is pending', async () => {
    const { id } = await svc.payments.create({ amount: { value: 5_000 + ENDINGS.pending, currency } });
    await reached(svc, id, { status: 'completed' });
    expect((await acquirer.state()).callbacks).toMatchObject({ 204: expect.any(Number) as number });
  });

  it('is completed once by the first response, despite repeated callbacks before it', async () => {
    await acquirer.fault({ next: ['slow'] });
    const { id } = await svc.payments.create({ amount: { value: 6_200, currency } });
    const reference = await eventually(async () => {
      const attempts = `SELECT '00-' || environment_id || '-' || id AS name FROM payment_attempts WHERE 'pay_' || payment_id = $1`;
      const [attempt] = await stack.query(attempts, [id]);
      expect(attempt).toBeDefined();
      return String(attempt?.['name']);
    });
    let calls = 0;
    for (; (await svc.payments.retrieve(id)).status === 'pending'; calls += 1) await callAbout(reference);
    expect(calls).toBeGreaterThan(5);
    const { heard } = await acquirer.state();
    const about = heard.filter(
      ({ headers, path }) => headers['idempotency-key'] === reference || path.includes(reference),
    );
    expect(about.map(({ method }) => method)).toEqual(['POST']);
  });

  it('is charged once and completes although all responses are lost for a while', async () => {
    await acquirer.fault({ next: ['reset_after', 'garbage'], callbackRates: { missing: 1 } });
    const { id } = await svc.payments.create({ amount: { value: 6_100, currency } });
    await reached(svc, id, { status: 'completed' });
    expect(await acquirer.accountOf(id)).toMatchObject({ taken: 6_100 });
    await acquirer.fault({});
  }, 40_000);
});

describe('an acquirer that does not respond', () => {
  it('delays neither payments of test mode nor their refunds', async () => {
    await acquirer.fault({ rates: { lost_request: 1 } });
    const create = () => svc.payments.create({ amount: { value: 1_000, currency } });
    await Promise.all(Array.from({ length: 150 }, create));
    const test = new Svc(testKey, { baseUrl: stack.apiUrl });
    const { id, status } = await test.payments.create({ amount: { value: 1_000, currency } }, { wait: 5 });
    expect(status).toBe('completed');
    const { id: refundId } = await test.refunds.create({ paymentId: id });
    await eventually(async () => expect(await test.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    await acquirer.fault({});
  });
});
