import { problem, stackWithAccount, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const LOG = '/v1/security/audit-log';
const KEYS = '/v1/security/api-keys';

const { stack, account } = await stackWithAccount({ env: { WEBHOOK_ALLOW_INSECURE: 'false' } });
const [test, live] = [stack.client(account.testKey), stack.client(account.liveKey)];

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly keyId: string;
  readonly objectId: string | null;
  readonly changes: string[];
  readonly mode: string;
  readonly requestId: string;
}

async function entries(by: Client, query = ''): Promise<Entry[]> {
  const answer = await by.get(LOG + query);
  expect(answer.status).toBe(200);
  return answer.body['data'] as Entry[];
}

async function create(path: string, body: unknown): Promise<string> {
  const answer = await test.post(path, body);
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

describe('listAuditLog', () => {
  it('200 with changes to keys, configuration, webhooks and payments, newest first, without values', async () => {
    const key = await create(KEYS, { name: 'Secret name', scopes: ['payments:read'] });
    const renamed = await test.send('PATCH', `${KEYS}/${key}`, { name: 'Other', allowedCidrs: ['203.0.113.0/24'] });
    const rotated = await test.post(`${KEYS}/${key}/rotate`);
    await test.send('DELETE', `${KEYS}/${key}`);
    await test.send('PATCH', '/v1/security/config', { retentionDays: 77 }, { headers: { 'if-match': '*' } });
    const webhook = await create('/v1/webhooks', { url: 'https://a.invalid/x', events: ['payment.pending'] });
    await test.send('PATCH', `/v1/webhooks/${webhook}`, { description: 'Hidden', enabled: true });
    await test.post(`/v1/webhooks/${webhook}/rotate-secret`);
    await test.send('DELETE', `/v1/webhooks/${webhook}`);
    const held = { amount: { value: 1, currency: 'USD' }, metadata: { sandbox: 'hold' } };
    const [yes, no, never] = [
      await create('/v1/payments', held),
      await create('/v1/payments', held),
      await create('/v1/payments', held),
    ];
    await test.post(`/v1/payments/${yes}/approve`, { reason: 'Hidden' });
    await test.post(`/v1/payments/${no}/reject`);
    await test.post(`/v1/payments/${never}/cancel`);
    await test.post(`/v1/payments/${never}/cancel`);
    const log = await entries(test);
    expect(log.map(({ action, objectId, changes }) => [action, objectId, changes])).toEqual([
      ['payment.cancelled', never, []],
      ['payment.rejected', no, []],
      ['payment.approved', yes, []],
      ['webhook.deleted', webhook, []],
      ['webhook.secret_rotated', webhook, []],
      ['webhook.updated', webhook, ['description']],
      ['webhook.created', webhook, []],
      ['security_config.updated', null, ['retentionDays']],
      ['api_key.revoked', key, []],
      ['api_key.rotated', key, []],
      ['api_key.updated', key, ['name', 'allowedCidrs']],
      ['api_key.created', key, []],
    ]);
    const me = (await test.get('/v1/security/me')).body['key'] as { id: string };
    expect(new Set(log.map(({ keyId }) => keyId))).toEqual(new Set([me.id]));
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(['api_key']));
    expect(log.find(({ action }) => action === 'api_key.updated')?.requestId).toBe(renamed.headers.get('request-id'));
    const at = log.find(({ action }) => action === 'api_key.rotated')?.at ?? '';
    expect(Math.abs(Date.parse(at) - Date.parse(String(rotated.body['createdAt'])))).toBeLessThan(5_000);
    const stored = JSON.stringify(await stack.query('SELECT * FROM audit_log'));
    expect(stored).not.toMatch(/Secret name|Other|Hidden|203\.0\.113|127\.0\.0|invalid/);
  });

  it('200 with captures, refunds, subscriptions, redeliveries and replays', async () => {
    const amount = { value: 1000, currency: 'USD' };
    const customer = { email: 'hidden@example.com' };
    const [authorized, paid] = await Promise.all([
      create('/v1/payments?wait=10', { amount, customer, captureMethod: 'manual' }),
      create('/v1/payments?wait=10', { amount }),
    ]);
    const captured = await test.post(`/v1/payments/${authorized}/capture`);
    const refund = await create('/v1/refunds', { paymentId: paid, reason: 'Hidden' });
    const customerId = (captured.body['customer'] as { id: string }).id;
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const subscription = await create('/v1/subscriptions', {
      customerId,
      amount,
      interval: 'month',
      intervalCount: 1,
      startAt,
    });
    const path = `/v1/subscriptions/${subscription}`;
    await test.send('PATCH', path, { amount: { value: 900, currency: 'USD' }, metadata: {} });
    await test.post(`${path}/cancel`);
    await test.post(`${path}/cancel`);
    const webhook = await create('/v1/webhooks', { url: 'https://a.invalid/x', events: ['payment.pending'] });
    const createdFrom = new Date(Date.now() - 3_600_000).toISOString();
    await test.post(`/v1/webhooks/${webhook}/replay`, { createdFrom, createdTo: startAt });
    const log = await entries(test, '?limit=7');
    expect(log.map(({ action, objectId, changes }) => [action, objectId, changes])).toEqual([
      ['webhook.replayed', webhook, []],
      ['webhook.created', webhook, []],
      ['subscription.cancelled', subscription, []],
      ['subscription.updated', subscription, ['amount']],
      ['subscription.created', subscription, []],
      ['refund.created', refund, []],
      ['payment.captured', authorized, []],
    ]);
    expect(JSON.stringify(await stack.query('SELECT * FROM audit_log'))).not.toMatch(/hidden/i);
  });

  it('200 with both modes for a live key, and test mode for a test key', async () => {
    const made = await live.post(KEYS, { name: 'T', scopes: ['payments:read'], mode: 'test' });
    const liveMe = (await live.get('/v1/security/me')).body['key'] as { id: string };
    await live.post(KEYS, { name: 'L', scopes: ['payments:read'] });
    expect(await entries(test, '?limit=1')).toMatchObject([
      { objectId: made.body['id'], keyId: liveMe.id, mode: 'test' },
    ]);
    expect((await entries(live, '?limit=2')).map(({ mode }) => mode)).toEqual(['live', 'test']);
    expect(await entries(live, '?mode=live')).toHaveLength(1);
    expect(await entries(test, '?mode=live')).toEqual([]);
    expect(await entries(test, `?keyId=${liveMe.id}`)).toHaveLength(1);
  });

  it('200 by action, object and time, page by page without gaps', async () => {
    const all = await entries(live, '?limit=100');
    const walked: Entry[] = [];
    let cursor = '';
    do {
      const page = await live.get(`${LOG}?limit=3${cursor && `&cursor=${cursor}`}`);
      walked.push(...(page.body['data'] as Entry[]));
      cursor = page.body['hasMore'] === true ? String(page.body['nextCursor']) : '';
    } while (cursor !== '');
    expect(walked).toEqual(all);
    const created = all.filter(({ action }) => action === 'api_key.created');
    expect(await entries(live, '?action=api_key.created')).toEqual(created);
    const [oldest] = created.slice(-1);
    expect(await entries(live, `?objectId=${oldest?.objectId ?? ''}`)).toHaveLength(4);
    const at = encodeURIComponent(oldest?.at ?? '');
    expect(await entries(live, `?createdTo=${at}`)).toEqual([]);
    expect(await entries(live, `?createdFrom=${at}&limit=100`)).toEqual(all);
  });

  it('400 for the cursor of other filters, and for an unknown action', async () => {
    const page = await live.get(`${LOG}?limit=1`);
    const other = await live.get(`${LOG}?limit=1&mode=test&cursor=${String(page.body['nextCursor'])}`);
    expect(problem(other)).toEqual([400, 'invalid_cursor']);
    expect((await live.get(`${LOG}?action=api_key.seen`)).status).toBe(400);
  });
});

describe('the audit log', () => {
  it('has no entry for refused or repeated requests', async () => {
    const before = await entries(test, '?limit=1');
    const headers = { 'idempotency-key': 'audited-once' };
    const body = { name: 'Once', scopes: ['payments:read'] };
    await test.post(KEYS, { ...body, expiresAt: '2025-01-01T00:00:00Z' });
    expect(await entries(test, '?limit=1')).toEqual(before);
    await test.post(KEYS, body, { headers });
    await test.post(KEYS, body, { headers });
    const [newest, next] = await entries(test, '?limit=2');
    expect([newest?.action, next]).toEqual(['api_key.created', before[0]]);
  });

  it.each([
    `UPDATE audit_log SET key_id = 1`,
    `UPDATE audit_log SET key_id = 1 WHERE false`,
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
  ])('refuses %s', async (statement) => {
    await expect(stack.query(statement)).rejects.toThrow('the audit log only grows');
  });
});
