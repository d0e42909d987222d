import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { Svc } from '@svc/sdk';
import { eventually, forThisFile, rowId, startAcquirer, startStack } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reached } from './reached.js';

const amount = { value: 1000, currency: 'EUR' };
/** Waits for approval. */
const large = { value: 9000, currency: 'EUR' };

let svc: Svc;
let owner: pg.Client;

const acquirer = await forThisFile(startAcquirer());
const stack = await forThisFile(startStack({ env: { ...acquirer.env, SWEEP_INTERVAL: '250ms' } }));

beforeAll(async () => {
  await acquirer.callBack(stack.apiUrl);
  svc = new Svc((await stack.createAccount('enterprise')).liveKey, { baseUrl: stack.apiUrl });
  owner = new pg.Client({ connectionString: stack.ownerUrl });
  await owner.connect();
}, 120_000);

afterAll(() => owner?.end());

/** Sends an operation to the acquirer, as the service did in the time that the database has lost. */
async function doneBefore(path: string, reference: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${acquirer.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': reference,
  };
  const sent = request(`${acquirer.url}${path}`, { method: 'POST', headers, ca: acquirer.caPem });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
}

/** The statements of docs/operations/back-up.md for an operation that the database lost, with these numbers. */
async function statementsFor(kind: 'payment' | 'refund', numbers: Readonly<Record<string, string>>): Promise<string[]> {
  const page = await readFile('docs/operations/back-up.md', 'utf8');
  const [, section = ''] = page.split('#### An operation that the database lost');
  const [payment, refund] = section.split('For a refund:');
  const [text = ''] = ((kind === 'payment' ? payment : refund) ?? '').split('\n##');
  const given = Object.entries(numbers).reduce((filled, [before, after]) => filled.replaceAll(before, after), text);
  return [...given.matchAll(/-c "([^"]+)"/g)].map(([, statement = '']) => statement);
}

it('a service on a restored database charges and pays back nothing twice, and finds what was lost', async () => {
  const paid = await svc.payments.create({ amount, customer: { email: 'ada@example.com' } });
  await reached(svc, paid.id, { status: 'completed' });
  await stack.stopWorker();

  // The moment: none of these was sent.
  const [lost, unwanted] = [await svc.payments.create({ amount }), await svc.payments.create({ amount })];
  const { version } = await svc.security.config();
  await svc.security.updateConfig({ approvalThresholds: [large] }, { ifMatch: `"${version}"` });
  const waiting = await svc.payments.create({ amount: large });
  const refund = await svc.refunds.create({ paymentId: paid.id, amount: { ...amount, value: 400 } });
  const customerId = paid.customer?.id ?? '';
  const startAt = new Date(Date.now() + 2_000).toISOString();
  const subscription = await svc.subscriptions.create({
    customerId,
    amount,
    interval: 'month',
    intervalCount: 1,
    startAt,
  });
  const nextYear = new Date(Date.now() + 400 * 86_400_000).toISOString();
  const later = await svc.subscriptions.create({
    customerId,
    amount,
    interval: 'year',
    intervalCount: 1,
    startAt: nextYear,
  });
  const [row] = await stack.query(
    `SELECT environment_id AS environment, id AS authorization FROM payment_attempts WHERE payment_id = $1`,
    [rowId(paid.id)],
  );
  const environment = String(row?.['environment']);
  const [authorized, refunded] = [String(BigInt(rowId(lost.id)) + 1n), String(BigInt(rowId(refund.id)) + 1n)];
  await doneBefore('/authorizations', `00-${environment}-${authorized}`, {
    ...{ payment: lost.id, amount, captureMethod: 'automatic', paymentMethodToken: null, initiator: 'customer' },
  });
  const approved = String(BigInt(rowId(waiting.id)) + 1n);
  await doneBefore('/authorizations', `00-${environment}-${approved}`, {
    ...{
      payment: waiting.id,
      amount: large,
      captureMethod: 'automatic',
      paymentMethodToken: null,
      initiator: 'customer',
    },
  });
  await doneBefore('/refunds', `00-${environment}-${refunded}`, {
    authorization: `00-${environment}-${String(row?.['authorization'])}`,
    amount: { ...amount, value: 400 },
  });

  // By now its first period has begun.
  await setTimeout(2_500);
  await owner.query(await readFile('deploy/restore/hold-work.sql', 'utf8'));
  await stack.startWorker();
  await reached(svc, (await svc.payments.create({ amount })).id, { status: 'completed' });
  // Longer than a worker takes to find due work without a job.
  await setTimeout(4_000);
  expect(await svc.payments.list({ subscriptionId: subscription.id })).toMatchObject({ data: [] });
  for (const { id } of [lost, unwanted]) {
    expect(await svc.payments.retrieve(id)).toMatchObject({ status: 'pending', stage: 'processing' });
  }
  expect(await svc.refunds.retrieve(refund.id)).toMatchObject({ status: 'pending' });
  expect((await acquirer.state()).accounts.filter(({ payment }) => payment === unwanted.id)).toEqual([]);
  expect(await svc.payments.cancel(unwanted.id)).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });

  const [payment, own] = [rowId(lost.id), rowId(refund.id)];
  const forPayment = { '249803977489656832': authorized, '249803977489656001': payment, '= 3 ': `= ${environment} ` };
  const forRefund = { '249803977489656833': refunded, '249803977489656002': own, '= 3 ': `= ${environment} ` };
  const statements = [...(await statementsFor('payment', forPayment)), ...(await statementsFor('refund', forRefund))];
  expect(statements).toHaveLength(4);
  for (const statement of statements) expect((await owner.query(statement)).rowCount).toBe(1);
  await reached(svc, lost.id, { status: 'completed' });
  await eventually(async () => expect(await svc.refunds.retrieve(refund.id)).toMatchObject({ status: 'completed' }));
  // It asks first. Sending again would rely on the gateway, and would fail a payment whose time is up.
  const { heard } = await acquirer.state();
  for (const reference of [authorized, refunded]) {
    const posts = heard.filter(({ headers }) => headers['idempotency-key'] === `00-${environment}-${reference}`);
    expect(posts).toHaveLength(1);
  }
  expect(await acquirer.accountOf(lost.id)).toMatchObject({ taken: amount.value });
  expect(await acquirer.accountOf(paid.id)).toMatchObject({ refunded: 400 });

  // Approved after the moment, and here once more.
  const attempt = {
    '249803977489656832': approved,
    '249803977489656001': rowId(waiting.id),
    '= 3 ': `= ${environment} `,
  };
  const [insert = ''] = await statementsFor('payment', attempt);
  await owner.query(insert);
  await svc.payments.approve(waiting.id);
  await reached(svc, waiting.id, { status: 'completed' });
  expect(await acquirer.accountOf(waiting.id)).toMatchObject({ taken: large.value });

  // Neither its own change nor the outcome of a payment lets a subscription be charged.
  await svc.subscriptions.update(subscription.id, { description: 'Changed meanwhile' });
  await setTimeout(2_000);
  expect(await svc.payments.list({ subscriptionId: subscription.id })).toMatchObject({ data: [] });

  await owner.query(await readFile('deploy/restore/continue-work.sql', 'utf8'));
  await eventually(async () => {
    const { data } = await svc.payments.list({ subscriptionId: subscription.id });
    expect(data).toMatchObject([{ status: 'completed' }]);
  });
  // A subscription that an operator made due too early waits for its own time again.
  await owner.query(`UPDATE subscriptions SET due_at = now() WHERE id = ${rowId(later.id)}`);
  await eventually(async () => {
    const [due] = await stack.query('SELECT due_at = start_at AS kept FROM subscriptions WHERE id = $1', [
      rowId(later.id),
    ]);
    expect(due).toEqual({ kept: true });
  });
  expect(await svc.payments.list({ subscriptionId: later.id })).toMatchObject({ data: [] });
});
