import { createHmac } from 'node:crypto';
import { validateWebhookEvent } from '@svc/contract/response-check';
import { answer, forThisFile, hang, problem, reset, stackWithAccount, startReceiver } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const SECRET = 'the secret of the tester';
const TIMEOUT_MS = 3_000;

const receiver = await forThisFile(startReceiver());
const env = { WEBHOOK_TIMEOUT: `${TIMEOUT_MS}ms`, DATABASE_POOL: '4' };
const { stack, account, client } = await stackWithAccount({ worker: 0, env });
const stranger = await stack.createAccount();

interface TestResult {
  readonly delivered: boolean;
  readonly request: { url: string; headers: Record<string, string>; body: string };
  readonly response: { statusCode: number; headers: Record<string, string>; bodyExcerpt: string } | null;
  readonly error: { code: string; detail: string } | null;
  readonly durationMs: number;
  readonly diagnosis: string[];
}

async function register(url: string, fields: Record<string, unknown> = {}, by = client): Promise<string> {
  const body = { url, events: ['payment.completed'], secret: SECRET, ...fields };
  const registered = await by.post('/v1/webhooks', body);
  expect(registered.status).toBe(201);
  return `/v1/webhooks/${String(registered.body['id'])}`;
}

async function test(path: string, body?: unknown): Promise<TestResult> {
  const answered = await client.post(`${path}/test`, body);
  expect(answered.status).toBe(200);
  expect(answered.text).not.toContain(SECRET);
  return answered.body as unknown as TestResult;
}

describe('testWebhook', () => {
  it('200 with the request, sent and signed as usual, and the response', async () => {
    const path = await register(`${receiver.url}/well`);
    receiver.respond('/well', answer(200, { headers: { 'X-Served-By': 'shop' }, body: 'thanks' }));
    const result = await test(path);
    expect(result).toMatchObject({ delivered: true, error: null, diagnosis: [] });
    expect(result.response).toMatchObject({
      statusCode: 200,
      bodyExcerpt: 'thanks',
      headers: { 'x-served-by': 'shop' },
    });

    const [received, ...more] = receiver.requests.filter((request) => request.path === '/well');
    expect(more).toEqual([]);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = received?.headers ?? {};
    expect(result.request).toEqual({ url: `${receiver.url}/well`, headers, body: received?.rawBody.toString('utf8') });
    const signature = createHmac('sha256', SECRET).update(result.request.body).digest('hex');
    expect(headers).toMatchObject({ 'svc-signature': `sha256=${signature}`, 'svc-delivery-attempt': '1' });
    const standard = new Webhook(Buffer.from(SECRET, 'utf8').toString('base64'));
    const event = standard.verify(result.request.body, result.request.headers) as { id: string };
    expect(event).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: path.split('/').at(-1), message: 'This is a test event.' },
    });
    expect(headers['svc-event-id']).toBe(event.id);
    expect((await client.get(`/v1/events/${event.id}`)).status).toBe(404);
    expect((await client.get(`${path}/deliveries`)).body['data']).toEqual([]);
  });

  it('200 with an event of any type in test mode, valid by the contract', async () => {
    const path = await register(`${receiver.url}/kinds`);
    const result = await test(path, { type: 'refund.completed' });
    expect(validateWebhookEvent(JSON.parse(result.request.body))).toEqual([]);
    expect(JSON.parse(result.request.body)).toMatchObject({ type: 'refund.completed' });
    expect(result.diagnosis).toEqual([expect.stringContaining('does not list refund.completed')]);
  });

  it('200 for a disabled endpoint, with a hint', async () => {
    const path = await register(`${receiver.url}/disabled`, { enabled: false });
    expect(await test(path)).toMatchObject({ delivered: true, diagnosis: [expect.stringContaining('disabled')] });
  });

  it('200 with both signatures during the overlap of a rotation', async () => {
    const path = await register(`${receiver.url}/rotating`);
    await client.post(`${path}/rotate-secret`, { secret: 'the secret to come' });
    const { headers, body } = (await test(path)).request;
    const signed = (secret: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expect(headers['svc-signature']).toBe(signed(SECRET));
    expect(headers['svc-signature-next']).toBe(signed('the secret to come'));
  });

  it.each([
    [201, { delivered: false, diagnosis: ['You answered 201; 200 acknowledges.', expect.stringContaining('2xx')] }],
    [
      302,
      {
        delivered: false,
        diagnosis: ['You answered 302; 200 acknowledges.', expect.stringContaining('https://elsewhere.example/')],
      },
    ],
    [500, { delivered: false, diagnosis: ['You answered 500; 200 acknowledges.', expect.stringContaining('log')] }],
  ])('200 when the endpoint returns %d', async (status, expected) => {
    const path = await register(`${receiver.url}/status-${status}`);
    receiver.respond(`/status-${status}`, answer(status, { headers: { location: 'https://elsewhere.example/' } }));
    const result = await test(path);
    expect(result).toMatchObject({ ...expected, error: null, response: { statusCode: status } });
    expect(receiver.requests.filter((request) => request.path === `/status-${status}`)).toHaveLength(1);
  });

  it('200 when 201 acknowledges, as the webhook is configured', async () => {
    const path = await register(`${receiver.url}/created`, { acknowledgeOn: '2xx' });
    receiver.respond('/created', 201);
    expect(await test(path)).toMatchObject({ delivered: true, diagnosis: [] });
  });

  it('200 with a hint for a slow response', async () => {
    const path = await register(`${receiver.url}/slow`);
    receiver.respond('/slow', answer(200, { delayMs: 1_000 }));
    const result = await test(path);
    expect(result.diagnosis).toEqual([expect.stringMatching(/^You took 1(\.\d)? s to answer; after 3 s/)]);
    expect(result.durationMs).toBeGreaterThanOrEqual(1_000);
  });

  it('200 when the endpoint hangs, without holding a database connection', async () => {
    const path = await register(`${receiver.url}/hangs`);
    receiver.respond('/hangs', hang);
    const started = performance.now();
    // More concurrent tests than the pool has connections.
    const tests = Promise.all(Array.from({ length: 8 }, () => test(path)));
    await receiver.waitFor((request) => request.path === '/hangs');
    const reads = await Promise.all(Array.from({ length: 8 }, () => client.get(path)));
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS);
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    for (const result of await tests) {
      expect(result).toMatchObject({ delivered: false, response: null, error: { code: 'timeout' } });
      expect(result.diagnosis).toEqual([expect.stringContaining('No answer came within 3 s')]);
    }
  });

  it('200 when the connection is reset', async () => {
    const path = await register(`${receiver.url}/resets`);
    receiver.respond('/resets', reset);
    expect(await test(path)).toMatchObject({
      delivered: false,
      error: { code: 'connection_reset' },
      diagnosis: [expect.stringContaining('closed without an answer')],
    });
  });

  it.each([
    ['expired', 'certificate_expired', 'has expired'],
    ['wrong_host', 'certificate_invalid', 'cannot be trusted'],
  ] as const)('200 when the certificate is %s', async (certificate, code, told) => {
    const other = await startReceiver({ certificate });
    const result = await test(await register(other.url));
    await other.close();
    expect(result).toMatchObject({ error: { code }, diagnosis: [expect.stringContaining(told)] });
    expect(other.requests).toEqual([]);
  });

  it('200 when the connection is refused, when the name is unknown, and over plain http', async () => {
    const gone = await startReceiver();
    const { url } = gone;
    await gone.close();
    expect(await test(await register(url))).toMatchObject({ error: { code: 'connection_refused' } });
    expect(await test(await register('https://nowhere.invalid/'))).toMatchObject({
      error: { code: 'dns_failure' },
      diagnosis: [expect.stringContaining('nowhere.invalid does not resolve')],
    });
    const plain = await startReceiver({ tls: false });
    const result = await test(await register(plain.url));
    await plain.close();
    expect(result).toMatchObject({ delivered: true, diagnosis: [expect.stringContaining('plain http')] });
  });

  it('200 when the name now resolves to a forbidden address, without revealing it', async () => {
    const path = await register('https://was-public.invalid/');
    await stack.query(`UPDATE webhooks SET url = 'https://169.254.169.254/' WHERE id = $1`, [path.split('_').at(-1)]);
    const result = await test(path);
    expect(result.error).toEqual({ code: 'blocked_address', detail: 'Deliveries to this address are not allowed.' });
  });

  it('200 for a repeated request: the same response, and nothing is sent again', async () => {
    const path = await register(`${receiver.url}/once`);
    const headers = { 'idempotency-key': 'test-once' };
    const first = await client.post(`${path}/test`, {}, { headers });
    const second = await client.post(`${path}/test`, {}, { headers });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(receiver.requests.filter((request) => request.path === '/once')).toHaveLength(1);
  });

  it('409 idempotency_in_progress while the first request waits for the endpoint', async () => {
    const path = await register(`${receiver.url}/busy`);
    receiver.respond('/busy', hang);
    const headers = { 'idempotency-key': 'test-busy' };
    const first = client.post(`${path}/test`, {}, { headers });
    await receiver.waitFor((request) => request.path === '/busy');
    expect(problem(await client.post(`${path}/test`, {}, { headers }))).toEqual([409, 'idempotency_in_progress']);
    expect((await first).status).toBe(200);
    expect((await client.post(`${path}/test`, {}, { headers })).headers.get('idempotent-replayed')).toBe('true');
  });

  it('422 for a made-up event in live mode, where only webhook.test is allowed', async () => {
    const live = stack.client(account.liveKey);
    const path = await register(`${receiver.url}/live`, {}, live);
    const refused = await live.post(`${path}/test`, { type: 'payment.completed' });
    expect(problem(refused)).toEqual([422, 'validation_failed']);
    expect(refused.body['errors']).toEqual([expect.objectContaining({ pointer: '/type', code: 'unknown_event' })]);
    expect(receiver.requests.filter((request) => request.path === '/live')).toEqual([]);
    const accepted = await live.post(`${path}/test`, { type: 'webhook.test' });
    expect(accepted.body).toMatchObject({ delivered: true, request: { headers: { 'svc-mode': 'live' } } });
  });

  it.each([
    ['unknown_event', '/type', { type: 'payment.exploded' }],
    ['unknown_field', '/url', { url: 'https://elsewhere.example/' }],
  ])('422 %s at %s: %j', async (code, pointer, body) => {
    const path = await register(`${receiver.url}/never`);
    const refused = await client.post(`${path}/test`, body);
    expect(problem(refused)).toEqual([422, 'validation_failed']);
    expect(refused.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  it('404 for webhooks that are unknown, deleted, of another account or of the other mode, and nothing is sent', async () => {
    const path = await register(`${receiver.url}/hidden`);
    for (const key of [stranger.testKey, account.liveKey]) {
      expect((await stack.client(key).post(`${path}/test`)).status).toBe(404);
    }
    expect((await client.post('/v1/webhooks/wh_1/test')).status).toBe(404);
    await client.send('DELETE', path);
    expect((await client.post(`${path}/test`)).status).toBe(404);
    expect(receiver.requests.filter((request) => request.path === '/hidden')).toEqual([]);
  });

  it('400, 401, 403, 413 and 415 as for every operation', async () => {
    const path = `${await register(`${receiver.url}/everywhere`)}/test`;
    expect((await client.post(path, undefined, { raw: '{' })).status).toBe(400);
    expect((await stack.client().post(path)).status).toBe(401);
    const narrow = await stack.clientWithScopes('webhooks:read');
    expect((await narrow.post(path)).status).toBe(403);
    expect((await client.post(path, { type: 'x'.repeat(66_000) })).status).toBe(413);
    expect((await client.post(path, {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});
