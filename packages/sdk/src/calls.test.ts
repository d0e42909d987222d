import { answer, hangUp, startReceiver, type Receiver } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Svc } from './client.js';
import { InvalidResponseError, RateLimitError } from './errors.js';
import { CancelError } from './generated/core/CancelablePromise.js';
import type { CallEvent } from './options.js';

const KEY = 'sk_test_0123456789';
const json = { 'Content-Type': 'application/json' };

let server: Receiver;

beforeAll(async () => {
  server = await startReceiver({ tls: false });
});

beforeEach(() => {
  server.requests.length = 0;
  server.respond('*', answer(200, { headers: { ...json, 'Request-Id': 'req_7' }, body: '{"id":"pay_1"}' }));
});

afterAll(() => server.close());

const page = (ids: readonly string[], nextCursor: string | null) =>
  answer(200, {
    headers: json,
    body: JSON.stringify({ data: ids.map((id) => ({ id })), hasMore: nextCursor !== null, nextCursor }),
  });

describe('a call', () => {
  it('has the head of its answer', async () => {
    const svc = new Svc(KEY, { baseUrl: server.url });
    const { data, response } = await svc.payments.retrieve('pay_1').withResponse();
    expect(data).toEqual({ id: 'pay_1' });
    expect(response).toMatchObject({ status: 200, requestId: 'req_7' });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('that failed rejects either way, once', async () => {
    server.respond(
      '*',
      answer(429, { headers: { ...json, 'Retry-After': '90' }, body: '{"data":[],"hasMore":false,"nextCursor":null}' }),
    );
    const svc = new Svc(KEY, { baseUrl: server.url });
    await expect(svc.payments.retrieve('pay_1').withResponse()).rejects.toBeInstanceOf(RateLimitError);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the stack of an error', () => {
  const client = () => new Svc(KEY, { baseUrl: server.url, maxRetries: 0 });
  async function placeOrder(): Promise<unknown> {
    await new Promise(setImmediate);
    return await client().payments.create({ amount: { value: 1000, currency: 'USD' } });
  }
  async function findOrders(): Promise<unknown> {
    const page = await client().payments.list();
    return page.data;
  }
  async function misspell(): Promise<unknown> {
    const page = await client().payments.list({ limits: 1 } as object);
    return page.data;
  }

  it.each([
    ['is refused', answer(404, { headers: json, body: '{"code":"not_found","detail":"No."}' }), placeOrder],
    ['gets no answer', hangUp, placeOrder],
    ['for a list is refused', answer(403, { headers: json, body: '{}' }), findOrders],
    ['for a list is answered by something else', answer(200, { headers: json, body: '{}' }), findOrders],
    ['cannot be made', 200, misspell],
  ])('leads to the caller, where a call %s', async (_, reply, call) => {
    server.respond('*', reply);
    const { stack = '' } = await call().then(
      () => expect.fail('it succeeded'),
      (error: Error) => error,
    );
    expect(stack).toContain('calls.test.ts:');
    expect(stack).not.toMatch(/\nError/);
  });
});

describe('a list', () => {
  it('resolves to its first page', async () => {
    server.respond('*', page(['pay_1'], 'c1'));
    const { data, nextCursor } = await new Svc(KEY, { baseUrl: server.url }).payments.list();
    expect([data, nextCursor]).toEqual([[{ id: 'pay_1' }], 'c1']);
    expect(server.requests).toHaveLength(1);
  });

  it('asks for a page when it is needed, not before', async () => {
    server.script('/v1/payments', [page(['pay_1'], 'c1'), page(['pay_2'], 'c2')]);
    for await (const { id } of new Svc(KEY, { baseUrl: server.url }).payments.list({ limit: 1 })) {
      if (id === 'pay_2') break;
    }
    expect(server.requests).toHaveLength(2);
  });

  it('shows its pages as well', async () => {
    server.script('/v1/payments', [page(['pay_1', 'pay_2'], 'c1'), page([], null)]);
    const sizes: number[] = [];
    const list = new Svc(KEY, { baseUrl: server.url }).payments.list();
    for await (const { data } of list.pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 0]);
  });

  it('that is cancelled ends with the page in progress', async () => {
    const list = new Svc(KEY, { baseUrl: server.url }).payments.list();
    server.script('/v1/payments', [page(['pay_1'], 'c1'), () => list.cancel()]);
    const seen: unknown[] = [];
    const loop = async () => {
      for await (const { id } of list) seen.push(id);
    };
    await expect(loop()).rejects.toBeInstanceOf(CancelError);
    expect([seen, server.requests.length]).toEqual([['pay_1'], 2]);
  });

  it('that is cancelled between two pages requests no other', async () => {
    server.respond('*', page(['pay_1'], 'c1'));
    const list = new Svc(KEY, { baseUrl: server.url }).payments.list();
    const loop = async () => {
      for await (const _ of list) list.cancel();
    };
    await expect(loop()).rejects.toBeInstanceOf(CancelError);
    expect(server.requests).toHaveLength(1);
  });

  it('with an empty cursor is not a page', async () => {
    server.respond('*', page(['pay_1'], ''));
    const call = new Svc(KEY, { baseUrl: server.url }).payments.list();
    await expect(call).rejects.toBeInstanceOf(InvalidResponseError);
  });

  it('that fails at once does so in the loop, and nowhere else', async () => {
    server.respond('*', answer(403, { headers: json, body: '{}' }));
    const list = new Svc(KEY, { baseUrl: server.url }).payments.list();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const loop = async () => {
      for await (const _ of list) expect.fail('nothing is on it');
    };
    await expect(loop()).rejects.toMatchObject({ status: 403 });
  });
});

describe('onEvent', () => {
  it('receives what happens, without key, query and body', async () => {
    server.script('/v1/payments', [hangUp, answer(201, { headers: { 'Request-Id': 'req_8' }, body: '{}' })]);
    const events: CallEvent[] = [];
    const svc = new Svc(KEY, { baseUrl: server.url, onEvent: (event) => events.push(event) });
    await svc.payments.create({ amount: { value: 1, currency: 'USD' }, description: 'confidential' });
    await svc.payments.retrieve('pay_1');
    await expect(svc.payments.list({ email: 'ada@example.com' })).rejects.toThrow();
    const about = { method: 'POST', url: `${server.url}/v1/payments` };
    expect(events).toMatchObject([
      { kind: 'request', ...about, attempt: 1 },
      { kind: 'failure', ...about, attempt: 1, code: 'connection_failed' },
      { kind: 'wait', ...about, attempt: 1 },
      { kind: 'request', ...about, attempt: 2 },
      { kind: 'response', ...about, attempt: 2, status: 201, requestId: 'req_8' },
      { kind: 'request', method: 'GET', url: `${server.url}/v1/payments/pay_1`, attempt: 1 },
      { kind: 'response', method: 'GET', status: 200 },
      { kind: 'request', method: 'GET', url: `${server.url}/v1/payments`, attempt: 1 },
      { kind: 'response', method: 'GET', status: 200 },
    ]);
    for (const secret of [KEY, 'confidential', 'ada']) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('may fail without affecting the call', async () => {
    const onEvent = vi.fn(() => {
      throw new Error('the log is full');
    });
    await new Svc(KEY, { baseUrl: server.url, onEvent }).payments.retrieve('pay_1');
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('may fail later on', async () => {
    const onEvent = vi.fn((): unknown => Promise.reject(new Error('the log is full')));
    await new Svc(KEY, { baseUrl: server.url, onEvent }).payments.retrieve('pay_1');
    expect(onEvent).toHaveBeenCalledTimes(2);
  });
});
