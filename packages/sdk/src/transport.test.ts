import { answer, drip, hang, hangUp, startReceiver, type Receiver } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Svc } from './client.js';
import { ApiError, ConnectionError, InvalidResponseError, SvcError, TimeoutError } from './errors.js';
import type { ClientOptions } from './options.js';

const KEY = 'sk_test_0123456789';
const amount = { value: 1000, currency: 'USD' };
const json = { 'Content-Type': 'application/json' };

let server: Receiver;
let svc: Svc;

beforeAll(async () => {
  server = await startReceiver({ tls: false });
  svc = client();
});

beforeEach(() => {
  server.requests.length = 0;
  server.respond('*', answer(200, { headers: json, body: '{"data":[],"hasMore":false,"nextCursor":null}' }));
});

afterAll(() => server.close());

const client = (options: Partial<ClientOptions> = {}) =>
  new Svc(KEY, { baseUrl: server.url, maxRetries: 0, ...options });
const problem = (status: number, fields: object, headers: Record<string, string> = {}) =>
  answer(status, { headers: { 'Content-Type': 'application/problem+json', ...headers }, body: JSON.stringify(fields) });

/** What a call was rejected with. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.fail(`resolved to ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe('a request', () => {
  it('is sent with key, media types, version and body', async () => {
    await svc.payments.create({ amount });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/payments',
      parsed: { amount },
      headers: {
        authorization: `Bearer ${KEY}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'svc-js/2.1.0',
      },
    });
  });

  it.each(['a/b', 'a?limit=1', 'a#b', '../webhooks', 'a%2Fb', 'ü b', '...', '{paymentId}', '$&'])(
    'keeps the id %s in its place in the path',
    async (id) => {
      await svc.payments.approve(id);
      const path = server.requests[0]?.path ?? '';
      const [, encoded = ''] = /^\/v1\/payments\/([^/?#]+)\/approve$/.exec(path) ?? [];
      expect(decodeURIComponent(encoded)).toBe(id);
    },
  );

  it.each(['', '.', '..', undefined, null, 7])('is not sent with %j as an id', async (id) => {
    const error = await failure(svc.payments.retrieve(id as string));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('paymentId');
    expect(server.requests).toHaveLength(0);
  });

  it('has no body and no Content-Type where an optional body is left out', async () => {
    await svc.payments.approve('pay_1');
    expect(server.requests[0]?.rawBody).toHaveLength(0);
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('leaves out query parameters that are undefined, and has no ? without any', async () => {
    await svc.payments.list({ limit: undefined, cursor: undefined });
    await svc.payments.list({ limit: 5, cursor: undefined });
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/payments', '/v1/payments?limit=5']);
  });

  it('filters by metadata as metadata[key], whatever is in key and value', async () => {
    await svc.payments.list({ metadata: { 'order id': 'a&b=c', größe: 'ü' } });
    const query = new URL(server.requests[0]?.path ?? '', server.url).searchParams;
    expect([...query]).toEqual([
      ['metadata[order id]', 'a&b=c'],
      ['metadata[größe]', 'ü'],
    ]);
  });

  it('spells dates, which would otherwise be no filter at all', async () => {
    const from = new Date('2026-11-01T00:00:00Z');
    await svc.payments.list({ createdFrom: from as unknown as string });
    expect(server.requests[0]?.path).toBe('/v1/payments?createdFrom=2026-11-01T00%3A00%3A00.000Z');
  });

  it('carries Idempotency-Key, If-Match and headers of one call, and of that call only', async () => {
    const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    await svc.webhooks.rotateSecret('wh_1', {}, { idempotencyKey: 'key-1', ifMatch: '"3"', headers });
    await svc.webhooks.rotateSecret('wh_1');
    const [first, second] = server.requests.map((request) => request.headers);
    expect(first).toMatchObject({ 'idempotency-key': 'key-1', 'if-match': '"3"', ...headers });
    for (const name of ['if-match', 'traceparent']) expect(second).not.toHaveProperty(name);
    expect(second?.['idempotency-key']).not.toBe('key-1');
  });

  it.each(['order 1042', 'order\n', 'ö', '', 'k'.repeat(256), null, Number.NaN, {}])(
    'is not sent with the idempotency key %j',
    async (key) => {
      const call = svc.payments.create({ amount: { value: 1, currency: 'USD' } }, { idempotencyKey: key as string });
      await expect(call).rejects.toThrow(/^idempotencyKey must be/);
      expect(server.requests).toEqual([]);
    },
  );

  it.each(['order 1042', 'order\n', 'ö', '', 'k'.repeat(256)])(
    'is not sent with the idempotency key %j among its headers',
    async (key) => {
      const call = svc.payments.create({ amount }, { headers: { 'idempotency-key': key } });
      await expect(call).rejects.toThrow(/^idempotencyKey must be/);
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    ['timeout', null],
    ['totalTimeout', null],
    ['maxRetries', null],
    ['signal', null],
    ['signal', {}],
    ['headers', null],
    ['headers', 'X-A: 1'],
    ['idempotencyKey', null],
    ['ifMatch', null],
  ])('is not sent with %s %j, which the error names', async (name, value) => {
    const error = await failure(svc.payments.capture('pay_1', {}, { [name]: value }));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toMatch(new RegExp(`^${name} must (not )?be `));
    expect(server.requests).toEqual([]);
  });

  it.each([null, ''])('is not sent with the version %j, also among its headers', async (version) => {
    for (const options of [{ ifMatch: version as string }, { headers: { 'If-Match': version as string } }]) {
      const call = svc.customers.update('cust_1', { phone: null }, options);
      await expect(call).rejects.toThrow(/^ifMatch must not be null or empty/);
    }
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['amountMax', Number.NaN],
    ['amountMax', Infinity],
    ['amountMax', new Date(Number.NaN)],
    ['currencies', ['USD', undefined]],
    ['amountMin', { toJSON: () => null }],
  ])('is not sent with %s %j, which JSON would make null', async (name, value) => {
    const change = { [name]: value } as Parameters<Svc['processors']['update']>[1];
    await expect(svc.processors.update('proc_1', change)).rejects.toThrow(/has a value that cannot be sent/);
    expect(server.requests).toEqual([]);
  });

  it.each<[object, string]>([
    [new URLSearchParams({ email: 'ada@example.com' }), '[object URLSearchParams]'],
    [new Map([['email', 'ada@example.com']]), '[object Map]'],
    [new Date(Number.NaN), '[object Date]'],
    [Object.assign(Object.create(null) as object, { then: () => {} }), '[object Object]'],
  ])('names the class of a value that it cannot send, but not its content', async (value, what) => {
    const message = `createdFrom has a value that cannot be sent: ${what}`;
    const list = svc.payments.list({ createdFrom: value as unknown as string });
    await expect(list).rejects.toThrow(new TypeError(message));
  });

  it.each([Number.NaN, new Date(Number.NaN)])('is not sent with the filter %s', async (value) => {
    await expect(svc.payments.list({ createdFrom: value as unknown as string })).rejects.toThrow(
      /^createdFrom has a value that cannot be sent/,
    );
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['Content-Length', '5'],
    ['transfer-encoding', 'chunked'],
    ['Expect', '100-continue'],
    ['X-Order', 'top\nsecret'],
    ['X Order', 'secret'],
  ])('is not sent with the header %j: %j, and does not show its value', async (name, value) => {
    const error = await failure(svc.payments.retrieve('pay_1', { headers: { [name]: value } }));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('secret');
    expect(server.requests).toEqual([]);
  });

  it('takes the idempotency key from its headers', async () => {
    await svc.payments.create({ amount }, { headers: new Headers({ 'Idempotency-Key': 'order-1042' }) });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('order-1042');
  });

  it.each([
    [
      'an option',
      () => svc.payments.create({ amount: { value: 1, currency: 'USD' } }, { idempotency_key: 'k' } as object),
    ],
    ['an option of another operation', () => svc.payments.retrieve('pay_1', { wait: 3 } as object)],
    ['a filter', () => svc.payments.list({ customer: 'cust_1' } as object)],
    ['a filter, given as an option', () => svc.payments.list({}, { limit: 3 } as object)],
    ['a text', () => svc.payments.list('cust_1' as unknown as object)],
    ['a filter of what belongs to an object', () => svc.payments.refunds('pay_1', { state: 'failed' } as object)],
    ['a parameter of a sum', () => svc.analytics.summary({ from: '2026-01-01' } as object)],
    ['a parameter of a stream', () => svc.events.stream({ types: 'x' } as object)],
  ])('is not sent with %s that it does not know', async (_, make) => {
    await expect((async () => make())()).rejects.toThrow(
      /^(There is no (option|parameter) "\w+", but |The \w+ must be)/,
    );
    expect(server.requests).toEqual([]);
  });

  it('takes headers in any form', async () => {
    await svc.payments.retrieve('pay_1', { headers: new Headers({ 'X-Tenant': 'a' }) });
    expect(server.requests[0]?.headers['x-tenant']).toBe('a');
  });

  it('uses the base URL, key and headers of its client', async () => {
    const other = new Svc('sk_live_other', { baseUrl: `${server.url}/pay/`, headers: { 'X-Tenant': 'b' } });
    await Promise.all([svc.payments.retrieve('pay_1'), other.payments.retrieve('pay_2')]);
    const seen = server.requests.map(({ path, headers }) => [path, headers.authorization, headers['x-tenant']]).sort();
    expect(seen).toEqual([
      ['/pay/v1/payments/pay_2', 'Bearer sk_live_other', 'b'],
      ['/v1/payments/pay_1', `Bearer ${KEY}`, undefined],
    ]);
  });

  it('uses the fetch that the client is given', async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json({ id: 'pay_9' })));
    await expect(client({ fetch }).payments.retrieve('pay_9')).resolves.toEqual({ id: 'pay_9' });
    expect(fetch).toHaveBeenCalledOnce();
    expect(server.requests).toHaveLength(0);
  });
});

describe('an answer', () => {
  it('is what was in its body, also under a status and fields that are not known yet', async () => {
    server.respond('*', answer(299, { headers: json, body: '{"id":"pay_1","status":"new","more":1}' }));
    await expect(svc.payments.retrieve('pay_1')).resolves.toEqual({ id: 'pay_1', status: 'new', more: 1 });
  });

  it('is undefined after 204', async () => {
    server.respond('*', 204);
    await expect(svc.webhooks.delete('wh_1')).resolves.toBeUndefined();
  });

  it.each([
    ['malformed', json, '{"id":"pay_1"'],
    ['empty', json, ''],
    ['a page of somebody else', { 'Content-Type': 'text/html' }, '<html>Sign in</html>'],
  ])('that is %s is an InvalidResponseError although its status is 200', async (_, headers, body) => {
    server.respond('*', answer(200, { headers: { ...headers, 'Request-Id': 'req_1' }, body }));
    const error = await failure(svc.payments.retrieve('pay_1'));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ code: 'invalid_response', status: 200, requestId: 'req_1' });
  });

  it('whose text is not UTF-8 is an InvalidResponseError', async () => {
    server.respond('*', (response) => void response.end(Buffer.from('{"id":"\xff"}', 'latin1')));
    await expect(failure(svc.payments.retrieve('pay_1'))).resolves.toBeInstanceOf(InvalidResponseError);
  });

  it('that is a redirect is not followed: a POST would become a GET, and the key would travel', async () => {
    server.respond('*', answer(302, { headers: { Location: 'https://elsewhere.example/v1/payments' } }));
    const error = await failure(svc.payments.create({ amount }));
    expect(error).toMatchObject({ name: 'ApiError', status: 302, code: 'unexpected_status' });
    expect(String(error)).toContain('https://elsewhere.example/v1/payments');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('is an ApiError with status, code, request id, headers and every wrong field', async () => {
    const errors = [
      { pointer: '/amount/value', code: 'out_of_range', detail: 'must be >= 1' },
      { parameter: 'wait', code: 'wrong_type', detail: 'must be integer' },
    ];
    const fields = { status: 422, code: 'validation_failed', detail: 'Two values are wrong.', errors };
    server.respond('*', problem(422, fields, { 'Request-Id': 'req_42', RateLimit: '"pro";r=998;t=41' }));
    const error = await failure(svc.payments.create({ amount }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(SvcError);
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      requestId: 'req_42',
      fieldErrors: errors,
      problem: fields,
      message: '422 validation_failed: Two values are wrong. (/amount/value: must be >= 1; wait: must be integer)',
    });
    expect((error as ApiError).headers.get('ratelimit')).toBe('"pro";r=998;t=41');
  });

  it.each([[[null, 7, [], 'x']], [null], ['x'], [{}]])('with %j for its errors has none', async (errors) => {
    server.respond('*', problem(422, { code: 'validation_failed', detail: 'No.', errors }));
    const error = await failure(svc.payments.create({ amount }));
    expect(error).toMatchObject({
      name: 'UnprocessableEntityError',
      message: '422 validation_failed: No.',
      fieldErrors: [],
    });
  });

  it('with a state conflict says what may be done', async () => {
    const fields = { code: 'state_conflict', detail: 'Settled.', currentStatus: 'failed', allowedActions: [] };
    server.respond('*', problem(409, fields));
    const error = (await failure(svc.payments.cancel('pay_1'))) as ApiError;
    expect(error.problem).toMatchObject({ currentStatus: 'failed', allowedActions: [] });
    expect(error.fieldErrors).toEqual([]);
  });

  it('with Retry-After leaves it to be read', async () => {
    server.respond('*', problem(429, { code: 'rate_limited', detail: 'Slow down.' }, { 'Retry-After': '7' }));
    const error = (await failure(svc.events.list())) as ApiError;
    expect(error.headers.get('Retry-After')).toBe('7');
  });

  it.each([
    ['text', 'text/html', '<h1>Bad Gateway</h1>'],
    ['nothing', 'application/json', ''],
    ['JSON of its own', 'application/json', '{"error":"upstream"}'],
    ['null', 'application/json', 'null'],
  ])('by a proxy that says %s is an ApiError without a problem', async (_, type, body) => {
    server.respond('*', answer(502, { headers: { 'Content-Type': type }, body }));
    const error = await failure(svc.payments.retrieve('pay_1'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, code: 'unexpected_status', problem: undefined, fieldErrors: [] });
  });

  it('never shows the key', async () => {
    server.respond('*', problem(401, { code: 'unauthorized', detail: 'No valid API key.' }));
    const { inspect } = await import('node:util');
    const error = await failure(svc.payments.retrieve('pay_1'));
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(inspect(svc, { depth: 9 })).not.toContain(KEY);
    expect(JSON.stringify(svc)).not.toContain(KEY);
  });
});

describe('no answer', () => {
  it('is a ConnectionError with its cause', async () => {
    server.respond('*', hangUp);
    const error = await failure(svc.payments.retrieve('pay_1'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', status: undefined, requestId: undefined });
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it('is a ConnectionError when it breaks off in the body', async () => {
    server.respond('*', (response) => {
      response.writeHead(200, { ...json, 'Content-Length': '100' }).write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(failure(svc.payments.retrieve('pay_1'))).resolves.toMatchObject({ name: 'ConnectionError' });
  });

  it.each([
    ['no head', hang],
    ['a body without an end', drip(200)],
  ])('within the time of the client, or of the call, is a TimeoutError: %s', async (_, reply) => {
    server.respond('*', reply);
    const calls = [client({ timeout: 80 }).payments.retrieve('a'), svc.payments.retrieve('b', { timeout: 80 })];
    for (const error of await Promise.all(calls.map(failure))) {
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ code: 'timeout', message: 'There was no complete response within 80 ms.' });
    }
  });

  it('after its signal rejects with the reason, and ends the connection', async () => {
    let closed = false;
    server.respond('*', (response) => void response.once('close', () => (closed = true)));
    const controller = new AbortController();
    const call = failure(svc.payments.create({ amount }, { signal: controller.signal }));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const reason = new Error('the user left');
    controller.abort(reason);
    await expect(call).resolves.toBe(reason);
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it('is waited for no longer when the signal was aborted before', async () => {
    const error = await failure(svc.payments.retrieve('pay_1', { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(0);
  });
});
