import { Svc, type Payment } from '@svc/sdk';
import { eventually, expectReconciled, forThisFile, startReceiver, startStack, startStripeDouble } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const currency = 'EUR';
const amount = { value: 5_000, currency };
const manual = { amount, captureMethod: 'manual' as const };
const money = (value: number) => ({ value, currency });

let card: { customer: { id: string }; paymentMethodId: string };

const [stripe, receiver] = await Promise.all([forThisFile(startStripeDouble()), forThisFile(startReceiver())]);
const stack = await forThisFile(
  startStack({ env: { STRIPE_API_URL: stripe.url, PROCESSOR_TIMEOUT: '2s', SWEEP_INTERVAL: '200ms' } }),
);
const svc = new Svc((await stack.createAccount('enterprise')).testKey, { baseUrl: stack.apiUrl });

beforeAll(async () => {
  await svc.processors.create({ kind: 'stripe', name: 'Stripe', credentials: { secretKey: stripe.secretKey } });
  const { id } = await svc.customers.create({ email: 'ada@example.com' });
  const method = await svc.customers.addPaymentMethod(id, { type: 'card', processorToken: 'pm_card_visa' });
  card = { customer: { id }, paymentMethodId: method.id };
  await svc.webhooks.create({ url: `${receiver.url}/hooks`, events: ['payment.*', 'refund.*'] });
}, 120_000);

/** A payment in a state, with its PaymentIntent. */
async function pay(fields: object, state: Partial<Payment>): Promise<{ id: string; intent: string }> {
  const { id } = await svc.payments.create({ amount, ...card, ...fields });
  const { processor } = await reached(svc, id, state);
  return { id, intent: processor?.reference ?? '' };
}

/** What the webhook has received about a payment. */
const told = (paymentId: string): string[] =>
  receiver.requests
    .map(({ parsed }) => parsed as { type: string; data: { id: string; paymentId?: string } })
    .filter(({ data }) => data.id === paymentId || data.paymentId === paymentId)
    .map(({ type }) => type);

async function refundsOf(paymentId: string): Promise<string[]> {
  const { data } = await svc.payments.refunds(paymentId);
  return data.map(({ origin, status, amount: { value } }) => `${origin} ${status} ${value}`).sort();
}

describe('the dashboard of Stripe', () => {
  it('refunds a payment in parts, next to refunds of ours: each is recorded once, in any order', async () => {
    const { id, intent } = await pay({}, { status: 'completed' });
    stripe.dashboard.refund(intent, 300);
    const asked = svc.refunds.create({ paymentId: id, amount: money(1_000) });
    stripe.dashboard.refund(intent, 700);
    await Promise.all([stripe.events.deliver('reversed'), asked]);
    await eventually(async () =>
      expect(await refundsOf(id)).toEqual(['api completed 1000', 'processor completed 300', 'processor completed 700']),
    );
    await stripe.events.deliver('twice');
    const late = stripe.dashboard.refund(intent, 98);
    await stripe.events.deliver('twice');
    await eventually(async () => expect(await refundsOf(id)).toContain('processor pending 98'));
    stripe.refunds.settle(late.id);
    await stripe.events.deliver('twice');
    await eventually(async () => expect(await refundsOf(id)).toContain('processor completed 98'));
    expect(await refundsOf(id)).toHaveLength(4);
    expect(await svc.payments.retrieve(id)).toMatchObject({
      ...{ refundedAmount: money(2_098), refundableAmount: money(2_902), captureOrigin: 'api' },
    });
    await eventually(() => expect(told(id).filter((type) => type === 'refund.completed')).toHaveLength(4));
    const { data } = await svc.payments.timeline(id);
    const shown = data.flatMap((entry) => (entry.type === 'timeline.refund' ? [[entry.status, entry.version]] : []));
    expect(shown.filter(([status]) => status === 'pending')).toEqual([
      ['pending', 1],
      ['pending', 1],
    ]);
  });

  it('refunds everything while a refund of ours waits, which then fails', async () => {
    const { id, intent } = await pay({}, { status: 'completed' });
    stripe.faults.plan('refund', 'rate_limited');
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount: money(4_000) });
    stripe.dashboard.refund(intent);
    await stripe.events.deliver('once');
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'failed' }));
    expect(await refundsOf(id)).toEqual(['api failed 4000', 'processor completed 5000']);
    expect(await svc.payments.retrieve(id)).toMatchObject({
      refundedAmount: money(5_000),
      refundableAmount: money(0),
    });
  });

  it('captures a part of a hold and refunds it: reported in reverse, twice, both are recorded', async () => {
    const { id, intent } = await pay(manual, { stage: 'authorized' });
    stripe.dashboard.capture(intent, 3_000);
    stripe.dashboard.refund(intent, 1_000);
    await stripe.events.deliver('reversed');
    await reached(svc, id, { status: 'completed', capturedAmount: money(3_000), captureOrigin: 'processor' });
    await eventually(async () => expect(await refundsOf(id)).toEqual(['processor completed 1000']));
    await stripe.events.deliver('twice');
    expect(await svc.payments.retrieve(id)).toMatchObject({
      ...{ amount: money(5_000), refundedAmount: money(1_000), refundableAmount: money(2_000) },
    });
    await eventually(() => expect(told(id)).toContain('refund.completed'));
    expect(told(id).filter((type) => type === 'payment.completed')).toHaveLength(1);
    const { data } = await svc.payments.timeline(id);
    const captures = data.filter((entry) => entry.type === 'timeline.attempt' && entry.operation === 'capture');
    expect(captures).toMatchObject([{ amount: money(3_000), outcome: 'approved' }]);
  });

  it('captures a hold while we capture another amount: what Stripe says stands', async () => {
    const { id, intent } = await pay(manual, { stage: 'authorized' });
    stripe.dashboard.capture(intent, 2_000);
    await Promise.all([stripe.events.deliver('twice'), svc.payments.capture(id).catch(() => undefined)]);
    await reached(svc, id, { status: 'completed', capturedAmount: money(2_000), captureOrigin: 'processor' });
  });

  it('releases a hold: its payment fails', async () => {
    const { id, intent } = await pay(manual, { stage: 'authorized' });
    stripe.dashboard.cancel(intent);
    await stripe.events.deliver('twice');
    const { failure } = await reached(svc, id, { status: 'failed' });
    expect(failure?.code).toBe('canceled');
  });

  it('of an account with an API version before 2025-03-31 lists what was not captured as refunds, which are none', async () => {
    stripe.refunds.listsReleases = true;
    const [taken, released] = await Promise.all([1, 2].map(() => pay(manual, { stage: 'authorized' })));
    if (taken === undefined || released === undefined) throw new Error('there are no payments');
    stripe.dashboard.capture(taken.intent, 3_000);
    stripe.dashboard.cancel(released.intent);
    stripe.refunds.listsReleases = false;
    expect([...stripe.refunds.all.values()].filter(({ id }) => stripe.refunds.isRelease(id))).toMatchObject([
      { payment_intent: taken.intent, amount: 2_000 },
      { payment_intent: released.intent, amount: 5_000 },
    ]);
    // As much as the rest that was not captured.
    stripe.dashboard.refund(taken.intent, 2_000);
    await stripe.events.deliver('twice');
    await reached(svc, released.id, { status: 'failed' });
    await reached(svc, taken.id, { status: 'completed', capturedAmount: money(3_000) });
    await eventually(async () => expect(await refundsOf(taken.id)).toEqual(['processor completed 2000']));
    expect(await svc.payments.retrieve(taken.id)).toMatchObject({ refundableAmount: money(1_000) });
    expect(await refundsOf(released.id)).toEqual([]);
  });

  it('leaves no difference in the reconciliation', async () => {
    await expectReconciled(stack);
  });
});

describe('the settlement', () => {
  it('is a report of what reached the balance, with fees, rates and our payments and refunds', async () => {
    stripe.balance.rates.set('usd', { currency: 'eur', rate: 0.9 });
    const { id } = await pay({ amount: { value: 4_000, currency: 'USD' } }, { status: 'completed' });
    const { id: refundId } = await svc.refunds.create({ paymentId: id, amount: { value: 1_000, currency: 'USD' } });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    await stripe.events.deliver('twice');
    await stack.query(`UPDATE processor_sweeps SET due_at = now() WHERE subject = 'settlement'`);
    const settled = async (): Promise<Record<string, unknown>[]> => {
      const [createdFrom, createdTo] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
      const range = { createdFrom: createdFrom ?? '', createdTo: createdTo ?? '' };
      const report = await svc.reports.create({ type: 'settlement', format: 'json', ...range });
      await eventually(async () => expect(await svc.reports.retrieve(report.id)).toMatchObject({ status: 'ready' }));
      return JSON.parse(await (await svc.reports.download(report.id)).text()) as Record<string, unknown>[];
    };
    const shown = await eventually(async () => {
      const own = (await settled()).filter(({ paymentId }) => paymentId === id);
      expect(own).toHaveLength(2);
      return own;
    });
    expect(shown.find(({ kind }) => kind === 'payment')).toMatchObject({
      ...{ refundId: null, gross: money(3_600), fee: money(85), net: money(3_515), exchangeRate: 0.9 },
    });
    expect(shown.find(({ kind }) => kind === 'refund')).toMatchObject({
      ...{ refundId, gross: money(-900), fee: money(0), net: money(-900), exchangeRate: 0.9 },
    });
    // Every payment that has taken money is in it, with each of its refunds.
    const { data } = await svc.payments.list({ status: 'completed', limit: 100 });
    const all = await settled();
    expect(new Set(all.map(({ paymentId }) => paymentId))).toEqual(new Set(data.map((payment) => payment.id)));
    const refunds = all.filter(({ kind }) => kind === 'refund').map((row) => row['refundId']);
    const completed = await Promise.all(data.map(async (payment) => (await svc.payments.refunds(payment.id)).data));
    const expected = completed.flat().filter(({ status }) => status === 'completed');
    expect(new Set(refunds)).toEqual(new Set(expected.map((refund) => refund.id)));
  });
});

describe('a report', () => {
  it('of the settlement says until when balances were read, and which were not', async () => {
    const range = { createdFrom: '2026-01-01T00:00:00Z', createdTo: '2027-01-01T00:00:00Z', format: 'json' } as const;
    const settlement = { type: 'settlement', ...range } as const;
    await stack.query(`UPDATE processor_sweeps SET swept_to = now() - interval '20 minutes', failures = 0
                        WHERE subject = 'settlement'`);
    const read = await svc.reports.create(settlement);
    expect(read.unreadProcessors).toEqual([]);
    expect(Date.now() - Date.parse(read.asOf ?? '')).toBeGreaterThan(19 * 60_000);
    await stack.query(`UPDATE processor_sweeps SET failures = 1 WHERE subject = 'settlement'`);
    const { id } = await svc.reports.create(settlement);
    const [{ id: processorId } = { id: '' }] = (await svc.processors.list()).data;
    const unread = [{ processorId, name: 'Stripe', asOf: read.asOf }];
    expect(await svc.reports.retrieve(id)).toMatchObject({ asOf: read.asOf, unreadProcessors: unread });
    expect(await svc.reports.create({ type: 'payments', ...range })).toMatchObject({
      asOf: null,
      unreadProcessors: null,
    });
  });
});

describe('webhooks of Stripe that get lost', () => {
  it('are made up for: a dispute, a refund, a capture, and a refund of ours that failed late', async () => {
    const paid = await pay({}, { status: 'completed' });
    const held = await pay(manual, { stage: 'authorized' });
    const { id: refundId } = await svc.refunds.create({ paymentId: paid.id, amount: money(100) });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
    const own = [...stripe.refunds.all.values()].find(({ payment_intent }) => payment_intent === paid.intent);
    stripe.refunds.fail(own?.id ?? '');
    stripe.dashboard.refund(paid.intent, 700);
    stripe.dashboard.capture(held.intent, 4_000);
    stripe.dashboard.refund(held.intent, 500);
    stripe.disputes.open(paid.intent, 'needs_response', 2_000);
    await stripe.events.deliver('dropped');
    await stack.query('UPDATE processor_sweeps SET due_at = now()');
    await reached(svc, held.id, { status: 'completed', capturedAmount: money(4_000), captureOrigin: 'processor' });
    await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'failed' }));
    await eventually(async () => expect(await refundsOf(held.id)).toEqual(['processor completed 500']));
    await eventually(async () =>
      expect(await refundsOf(paid.id)).toEqual(['api failed 100', 'processor completed 700']),
    );
    await reached(svc, paid.id, { disputedAmount: money(2_000), refundableAmount: money(2_300) });
    await expectReconciled(stack);
  });

  it('are read every ten minutes, from where the sweep before has begun', async () => {
    const rows = await stack.query(
      `SELECT now() - swept_to < interval '1 minute' AS recent, due_at - swept_to > interval '9 minutes' AS later
         FROM processor_sweeps WHERE subject = 'events' AND cursor IS NULL AND failures = 0`,
    );
    expect(rows).toEqual([{ recent: true, later: true }]);
  });
});
