import { eventually, problem, rowId, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({
  worker: 0,
  env: { WEBHOOK_ALLOW_INSECURE: 'false', WEBHOOK_ALLOWED_CIDRS: '10.9.0.0/16,127.0.0.0/8,169.254.0.0/16' },
});
const stranger = await stack.createAccount();

const url = 'https://receiver.invalid/hooks';
const events = ['payment.completed', 'payment.failed'];

async function register(fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await client.post('/v1/webhooks', { url, events, ...fields });
  expect(answer.status).toBe(201);
  return answer.body;
}

it('networks in WEBHOOK_ALLOWED_CIDRS without an effect are logged at startup, with the right setting', async () => {
  const warnings = await eventually(() => {
    const lines = stack.logs().filter((line) => line.includes('setting_without_effect'));
    expect(lines).toHaveLength(2);
    return lines;
  });
  expect(warnings[0]).toContain('127.0.0.0/8 in WEBHOOK_ALLOWED_CIDRS has no effect');
  expect(warnings[0]).toContain('WEBHOOK_ALLOW_INSECURE=true');
  expect(warnings[1]).toContain('169.254.0.0/16');
  expect(warnings[1]).toContain('No setting opens these addresses');
});

describe('createWebhook', () => {
  it("201 with the client's own secret, which no response contains", async () => {
    const answer = await client.post('/v1/webhooks', { url, events, secret: 'a secret of mine' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/webhooks/${String(answer.body['id'])}`);
    expect(answer.body).toMatchObject({
      url,
      events,
      secret: null,
      description: null,
      enabled: true,
      acknowledgeOn: '200',
      retrySchedule: 'standard',
      disabledReason: null,
      mode: 'test',
      version: 1,
    });
    expect(answer.text).not.toContain('a secret of mine');
  });

  it('201 with a generated secret, shown once', async () => {
    const created = await register();
    const secret = String(created['secret']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await client.get(`/v1/webhooks/${String(created['id'])}`);
    expect(read.text).not.toContain(secret);
    const stored = await stack.query(`SELECT row_to_json(w)::text AS row FROM webhooks w`);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('201 with every optional field', async () => {
    const fields = { description: 'Orders', enabled: false, acknowledgeOn: '2xx', retrySchedule: 'extended' };
    expect(await register(fields)).toMatchObject(fields);
  });

  it('201 for a private network that the operator allows', async () => {
    await register({ url: 'https://10.9.1.2/hooks' });
  });

  it.each(forbidden())('422 forbidden_url: %s', async (address) => {
    const answer = await client.post('/v1/webhooks', { url: address, events });
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/url', code: 'forbidden_url' })]);
  });

  it.each(invalid())('422 %s at %s: %j', async (code, pointer, fields) => {
    const answer = await client.post('/v1/webhooks', { url, events, ...fields });
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  it('writes nothing when it refuses the request', async () => {
    const count = async (): Promise<unknown> => (await stack.query('SELECT count(*) AS n FROM webhooks'))[0];
    const before = await count();
    await client.post('/v1/webhooks', { url: 'https://127.0.0.1/', events });
    await client.post('/v1/webhooks', { url, events: ['payment.nothing'] });
    expect(await count()).toEqual(before);
  });

  it('400, 401, 403, 413 and 415 as for every operation', async () => {
    expect((await client.post('/v1/webhooks', undefined, { raw: '{' })).status).toBe(400);
    expect((await stack.client().post('/v1/webhooks', { url, events })).status).toBe(401);
    const reader = await stack.clientWithScopes('webhooks:read');
    expect((await reader.post('/v1/webhooks', { url, events })).status).toBe(403);
    expect((await client.post('/v1/webhooks', { url, events, description: 'x'.repeat(66_000) })).status).toBe(413);
    const plain = { headers: { 'content-type': 'text/plain' } };
    expect((await client.post('/v1/webhooks', { url, events }, plain)).status).toBe(415);
  });
});

describe('getWebhook', () => {
  it('200 without the secret', async () => {
    const { secret: _, ...created } = await register({ secret: 'kept to myself', retrySchedule: 'extended' });
    const answer = await client.get(`/v1/webhooks/${String(created['id'])}`);
    expect([answer.status, answer.body]).toEqual([200, created]);
  });

  it('404 for webhooks that are unknown, of another account or of the other mode', async () => {
    const { id } = await register();
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).get(`/v1/webhooks/${String(id)}`)).status).toBe(404);
    }
    expect((await client.get('/v1/webhooks/wh_1')).status).toBe(404);
    expect((await client.get('/v1/webhooks/nonsense')).status).toBe(404);
  });

  it('400, 401 and 403 as for every operation', async () => {
    const { id } = await register();
    const path = `/v1/webhooks/${String(id)}`;
    expect((await client.get(`${path}?x=1`)).status).toBe(400);
    expect((await stack.client().get(path)).status).toBe(401);
    expect((await (await stack.clientWithScopes('payments:read')).get(path)).status).toBe(403);
  });
});

describe('listWebhooks', () => {
  it('200 newest first, page by page, without secrets and without deleted ones', async () => {
    const [one, two, three] = [await register({ retrySchedule: 'extended' }), await register(), await register()];
    await client.send('DELETE', `/v1/webhooks/${String(two['id'])}`);
    const page = await client.get('/v1/webhooks?limit=1');
    expect(page.body).toMatchObject({ hasMore: true, data: [{ id: three['id'], retrySchedule: 'standard' }] });
    const next = await client.get(`/v1/webhooks?limit=1&cursor=${String(page.body['nextCursor'])}`);
    expect(next.body).toMatchObject({ data: [{ id: one['id'], retrySchedule: 'extended' }] });
    expect(next.text).not.toContain('secret');
  });

  it('400, 401 and 403 as for every operation; an empty list for another account', async () => {
    expect((await client.get('/v1/webhooks?limit=0')).status).toBe(400);
    expect((await stack.client().get('/v1/webhooks')).status).toBe(401);
    expect((await (await stack.clientWithScopes('payments:read')).get('/v1/webhooks')).status).toBe(403);
    expect((await stack.client(stranger.testKey).get('/v1/webhooks')).body['data']).toEqual([]);
  });
});

describe('deleteWebhook', () => {
  it('204 deletes it with its secret; then 404', async () => {
    const { id } = await register();
    const path = `/v1/webhooks/${String(id)}`;
    const deleted = await client.send('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await client.get(path)).status).toBe(404);
    expect((await client.send('DELETE', path)).status).toBe(404);
    const [row] = await stack.query('SELECT secret_ciphertext, secret_data_key FROM webhooks WHERE id = $1', [
      rowId(id),
    ]);
    expect(row).toEqual({ secret_ciphertext: null, secret_data_key: null });
  });

  it('cancels its pending deliveries visibly', async () => {
    const payer = stack.client((await stack.createAccount('pro')).testKey);
    const hook = await payer.post('/v1/webhooks', { url, events: ['payment.pending'] });
    await payer.post('/v1/payments', { amount: { value: 1, currency: 'USD' } });
    const webhookId = rowId(hook.body['id']);
    const statuses = () => stack.query('SELECT status, reason FROM deliveries WHERE webhook_id = $1', [webhookId]);
    expect(await statuses()).toEqual([{ status: 'pending', reason: null }]);
    await payer.send('DELETE', `/v1/webhooks/${String(hook.body['id'])}`);
    expect(await statuses()).toEqual([{ status: 'cancelled', reason: 'webhook_deleted' }]);
  });

  it('404 for webhooks of another account and of the other mode, which stay', async () => {
    const { id } = await register();
    const path = `/v1/webhooks/${String(id)}`;
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).send('DELETE', path)).status).toBe(404);
    }
    expect((await client.get(path)).status).toBe(200);
  });

  it('400, 401 and 403 as for every operation', async () => {
    const { id } = await register();
    const path = `/v1/webhooks/${String(id)}`;
    expect((await client.send('DELETE', `${path}?force=1`)).status).toBe(400);
    expect((await stack.client().send('DELETE', path)).status).toBe(401);
    const reader = await stack.clientWithScopes('webhooks:read');
    expect((await reader.send('DELETE', path)).status).toBe(403);
  });
});

describe('listEvents', () => {
  it('200 with events as they are delivered, newest first', async () => {
    const payer = stack.client((await stack.createAccount('pro')).testKey);
    const customer = { email: 'events@example.com' };
    const payment = await payer.post('/v1/payments', { amount: { value: 500, currency: 'USD' }, customer });
    const page = await payer.get('/v1/events');
    const data = page.body['data'] as { id: string; type: string; data: { id: string } }[];
    expect(data.map((event) => event.type)).toEqual(['payment.pending', 'customer.created']);
    expect(data[0]?.data.id).toBe(payment.body['id']);
    const rows = await stack.query('SELECT convert_from(body, $1) AS body FROM events WHERE id = $2', [
      'UTF8',
      data[0]?.id.slice('evt_'.length),
    ]);
    expect(rows[0]?.['body']).toBe(JSON.stringify(data[0]));
  });

  it('200 with the events of one object, a page at a time', async () => {
    const payer = stack.client((await stack.createAccount('pro')).testKey);
    const join = (email: string) => payer.post('/v1/customers', { email });
    const [first, second] = [await join('a@example.com'), await join('b@example.com')];
    const id = String(first.body['id']);
    expect((await payer.send('PATCH', `/v1/customers/${id}`, { firstName: 'Ada' })).status).toBe(200);
    const list = async (query: string) => {
      const { status, body } = await payer.get(`/v1/events?${query}`);
      expect(status).toBe(200);
      const data = body['data'] as { type: string; data: { id: string } }[];
      return { body, found: data.map((event) => [event.type, event.data.id]) };
    };
    const { found } = await list(`objectId=${id}`);
    expect(found).toEqual([
      ['customer.updated', id],
      ['customer.created', id],
    ]);
    const { body } = await list(`objectId=${id}&limit=1`);
    const next = await list(`objectId=${id}&limit=1&cursor=${String(body['nextCursor'])}`);
    expect(next.found).toEqual([['customer.created', id]]);
    expect((await list(`objectId=${id}&type=customer.updated`)).found).toEqual([['customer.updated', id]]);
    expect((await list(`objectId=${String(second.body['id'])}`)).found).toHaveLength(1);
    for (const none of [id.replace('cust_', 'pay_'), id.replace('cust_', 'key_'), 'cust_9223372036854775808']) {
      expect((await list(`objectId=${none}`)).found).toEqual([]);
    }
  });

  it('400, 401 and 403 as for every operation; an empty list for another account', async () => {
    expect((await client.get('/v1/events?limit=1000')).status).toBe(400);
    for (const objectId of ['pay_1&order=asc', '1', 'pay_x']) {
      const refused = await client.get(`/v1/events?objectId=${objectId}`);
      expect(refused.body).toMatchObject({ status: 400, errors: [{ parameter: 'objectId' }] });
    }
    expect((await stack.client().get('/v1/events')).status).toBe(401);
    expect((await (await stack.clientWithScopes('payments:read')).get('/v1/events')).status).toBe(403);
    expect((await stack.client(stranger.testKey).get('/v1/events')).body['data']).toEqual([]);
  });
});

function forbidden(): string[] {
  return [
    'http://example.com/hooks',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://localhost/',
    'https://user:password@example.com/',
    'https://example.com/#fragment',
  ];
}

function invalid(): [string, string, Record<string, unknown>][] {
  return [
    ['required', '/url', { url: undefined }],
    ['required', '/events', { events: undefined }],
    ['wrong_type', '/url', { url: 1 }],
    ['invalid_format', '/url', { url: 'not a url' }],
    ['invalid_format', '/url', { url: 'ftp://example.com/' }],
    ['too_long', '/url', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['too_short', '/events', { events: [] }],
    ['wrong_type', '/events', { events: 'payment.completed' }],
    ['unknown_event', '/events/1', { events: ['payment.completed', 'payment.exploded'] }],
    ['duplicate', '/events/1', { events: ['payment.completed', 'payment.completed'] }],
    ['too_short', '/secret', { secret: '7 chars' }],
    ['too_long', '/secret', { secret: 'x'.repeat(257) }],
    ['unknown_field', '/active', { active: true }],
    ['invalid_format', '/retrySchedule', { retrySchedule: 'forever' }],
    ['wrong_type', '/retrySchedule', { retrySchedule: null }],
    ['too_long', '/description', { description: 'x'.repeat(1001) }],
  ];
}
