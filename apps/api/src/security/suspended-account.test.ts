import { suspendAccount } from '@svc/core';
import {
  eventually,
  forThisFile,
  openEventStream,
  rowId,
  startReceiver,
  startStack,
  type Account,
  type Client,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const OPERATION = '/v1/payments';
const REFUSED = [403, 'account_suspended', 'The operator has suspended this account.'];
const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };
const amount = { value: 2_500, currency: 'EUR' };
const patience = { timeoutMs: 10_000 };

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack());
let account: Account;
let client: Client;

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  client = stack.client(account.testKey);
});

async function suspend(isSuspended = true): Promise<void> {
  const { DATABASE_URL: databaseUrl = '', API_KEY_PEPPER: apiKeyPepper = '' } = stack.env;
  const { accountId } = account;
  expect(await suspendAccount({ databaseUrl, apiKeyPepper, accountId, isSuspended })).toMatchObject({ changed: true });
  for (const key of [account.testKey, account.liveKey]) {
    const status = async (): Promise<number> => (await stack.client(key).get(OPERATION)).status;
    await eventually(async () => expect(await status()).toBe(isSuspended ? 403 : 200), patience);
  }
}

describe('an account that is suspended', () => {
  it('has its keys refused in both modes, ends their streams, and takes up where it was', async () => {
    const live = stack.client(account.liveKey);
    expect((await live.get(OPERATION)).status).toBe(200);
    const stream = await openEventStream(stack.apiUrl, account.testKey);
    expect(stream.status).toBe(200);
    await suspend();
    for (const key of [client, live]) {
      const { status, body } = await key.post(OPERATION, { amount });
      expect([status, body['code'], body['detail']]).toEqual(REFUSED);
    }
    await eventually(() => expect(stream.end).toBe('whole'), patience);
    await suspend(false);
    expect((await client.get(OPERATION)).body['data']).toEqual([]);
    const audited = await stack.client(account.liveKey).get('/v1/security/audit-log');
    const entry = { actor: 'operator', objectId: account.accountId, mode: 'live', keyId: null, userId: null };
    expect(audited.body['data']).toMatchObject([
      { ...entry, action: 'account.resumed' },
      { ...entry, action: 'account.suspended' },
    ]);
  });

  it('has no effect on others', async () => {
    const other = stack.client((await stack.createAccount()).testKey);
    await suspend();
    expect((await other.post(OPERATION, { amount })).status).toBe(201);
  });

  it('shows its people nothing of it, and leaves them their sessions and their other accounts', async () => {
    const tab = stack.browser('203.0.113.9');
    const email = 'suspended@example.com';
    const other = await stack.createAccount();
    for (const { accountId } of [other, account]) {
      await tab.join(await stack.createConsoleLink(accountId, { email, role: 'owner' }), email);
    }
    await suspend();
    await eventually(async () => {
      const session = await tab.send('GET', '/console/api/session');
      expect(session.body).toMatchObject({ account: { id: account.accountId, isSuspended: true } });
    }, patience);
    for (const path of ['/console/api/test/v1/payments', '/console/api/live/v1/payments', '/console/api/people']) {
      const { status, body } = await tab.send('GET', path);
      expect([path, status, body['code']]).toEqual([path, 403, 'account_suspended']);
    }
    expect((await tab.send('GET', '/console/api/sessions')).status).toBe(200);
    const { body } = await tab.send('POST', '/console/api/session/account', { accountId: other.accountId });
    expect(body).toMatchObject({ account: { id: other.accountId, isSuspended: false } });
    expect((await tab.send('GET', '/console/api/people')).status).toBe(200);
  });

  it('closes its payment pages until the end of the suspension', async () => {
    const { body: session } = await client.post('/v1/checkout-sessions', { amount, ...urls });
    const url = String(session['url']);
    const press = (): Promise<Response> =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }), redirect: 'manual' });
    await suspend();
    const page = await fetch(url, { headers: { 'accept-language': 'en' } });
    const html = await page.text();
    expect([page.status, html.includes('Payment is not possible here at the moment')]).toEqual([200, true]);
    expect(html).not.toMatch(/<button|<form|shop\.example\.com/);
    await press();
    await suspend(false);
    expect((await client.get(OPERATION)).body['data']).toEqual([]);
    expect((await press()).headers.get('location')).toContain('https://shop.example.com/paid');
  });

  it('ends payments that had begun, and delivers what happened to them', async () => {
    const url = `${receiver.url}/suspended`;
    expect((await client.post('/v1/webhooks', { url, events: ['payment.failed'] })).status).toBe(201);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const held = await client.post(OPERATION, { amount, expiresAt, metadata: { sandbox: 'hold' } });
    expect(held.status).toBe(201);
    await suspend();
    await stack.query('UPDATE payments SET expires_at = now(), due_at = now() WHERE id = $1', [rowId(held.body['id'])]);
    await eventually(() => expect(receiver.requests.map(({ path }) => path)).toContain('/suspended'), patience);
  });

  it.each(['live', 'test'] as const)('charges its subscriptions in test mode alone: %s', async (mode) => {
    const key = stack.client(mode === 'live' ? account.liveKey : account.testKey);
    const { body: customer } = await key.post('/v1/customers', { email: 'ada@example.com' });
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { customerId: customer['id'], amount, interval: 'month', intervalCount: 1, startAt };
    const made = await key.post('/v1/subscriptions', terms);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const id = rowId(made.body['id']);
    const beginAt = (moment: string): Promise<unknown> =>
      stack.query(
        `UPDATE subscriptions SET anchor_at = ${moment}, anchor_day = extract(day FROM (${moment}) AT TIME ZONE 'UTC') WHERE id = $1`,
        [id],
      );
    await suspend();
    await beginAt("now() - interval '1 hour'");
    await stack.query("UPDATE subscriptions SET due_at = now() - interval '1 hour' WHERE id = $1", [id]);
    const state = async (): Promise<unknown> => {
      const [row] = await stack.query(
        `SELECT (SELECT count(*)::int FROM payments WHERE subscription_id = s.id) AS payments,
                due_at BETWEEN now() + interval '59 minutes' AND now() + interval '1 hour' AS "isPostponed"
           FROM subscriptions s WHERE id = $1`,
        [id],
      );
      return row;
    };
    const charged = mode === 'live' ? { payments: 0, isPostponed: true } : { payments: 1 };
    await eventually(async () => expect(await state()).toMatchObject(charged), patience);
    if (mode === 'test') return suspend(false);
    await suspend(false);
    const isStillPostponed = async (): Promise<void> => {
      await stack.query('UPDATE subscriptions SET due_at = now() WHERE id = $1', [id]);
      await eventually(async () => expect(await state()).toEqual({ payments: 0, isPostponed: true }), patience);
    };
    await isStillPostponed();
    const edited = await key.send('PATCH', `/v1/subscriptions/${String(made.body['id'])}`, {
      metadata: { seen: true },
    });
    expect(edited.status).toBe(200);
    await eventually(async () => expect(await state()).toEqual({ payments: 0, isPostponed: true }), patience);
    await isStillPostponed();
    await stack.query('UPDATE accounts SET charged_from = now() WHERE id = $1', [rowId(account.accountId)]);
    await stack.query('UPDATE subscriptions SET due_at = now() WHERE id = $1', [id]);
    await eventually(async () => expect(await state()).toMatchObject({ payments: 1 }), patience);
    await suspend();
    await suspend(false);
    // The period that the payment ended in was over before the suspension.
    await beginAt("now() - interval '3 months'");
    const { body: open } = await key.get('/v1/payments');
    const [payment] = open['data'] as { id: string }[];
    expect((await key.post(`/v1/payments/${payment?.id}/approve`, {})).status).toBe(200);
    await eventually(async () => expect(await state()).toEqual({ payments: 1, isPostponed: true }), patience);
  });
});
