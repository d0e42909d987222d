import { inspect } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Svc } from './client.js';

const json = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }));
const fetch = vi.fn((_url: string, _init: RequestInit) => json({ id: 'pay_1' }));
const svc = new Svc('sk_test_1', { baseUrl: 'https://svc.test', fetch, maxRetries: 0 });
const amount = { value: 1000, currency: 'USD' };

beforeEach(() => fetch.mockClear());

/** Calls as programs without types make them. */
type Call = (value: never) => PromiseLike<unknown>;

describe('what has no fields is refused, because it would be sent as nothing', () => {
  const calls: readonly (readonly [string, Call])[] = [
    ['a field of a body', (metadata) => svc.payments.create({ amount, metadata })],
    ['a field within a field', (x) => svc.payments.create({ amount, metadata: { list: [{ x }] } })],
    ['a list of a body', (events) => svc.webhooks.create({ url: 'https://example.com', events })],
    ['a whole body', (body) => svc.payments.create(body)],
    ['a filter', (metadata) => svc.payments.list({ metadata })],
    ['a filter within a filter', (orderId) => svc.payments.list({ metadata: { orderId } })],
    ['all filters', (filters) => svc.payments.list(filters)],
    ['all filters of a stream', (filters) => svc.events.stream(filters)],
    ['the options', (options) => svc.payments.retrieve('pay_1', options)],
  ];
  const values = [
    ...[new Map([['a', 1]]), new Set(['a']), new URLSearchParams('a=1'), Promise.resolve({ a: 1 })],
    ...[() => 1, Symbol('a')],
  ];
  it.each(
    calls.flatMap(([place, call]) => values.map((value) => [place, value.constructor.name, call, value] as const)),
  )('as %s: a %s', async (_place, _name, call, value) => {
    await expect((async () => call(value as never))()).rejects.toThrow(TypeError);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('while a Map of headers is as good as an object', async () => {
    await svc.payments.retrieve('pay_1', { headers: new Map([['X-Tenant', 'a']]) as never });
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('X-Tenant')).toBe('a');
  });

  it('while what JSON can express by itself is sent', async () => {
    class Order {
      id = 7;
    }
    await svc.payments.create({ amount, metadata: { order: new Order(), at: new Date(0), then: 'later' } });
    const sent = JSON.parse(fetch.mock.calls[0]?.[1].body as string) as { metadata: object };
    expect(sent.metadata).toEqual({ order: { id: 7 }, at: '1970-01-01T00:00:00.000Z', then: 'later' });
  });
});

describe('null is no filter', () => {
  it.each<[string, () => PromiseLike<unknown>, RegExp]>([
    ['an empty filter', () => svc.payments.list({ customerId: {} as never }), /^customerId must not be null or empty/],
    ['an empty list', () => svc.payments.list({ status: [] as never }), /^status must not be null or empty/],
    [
      'an empty value',
      () => svc.payments.list({ metadata: { a: {} } as never }),
      /^metadata\[a\] must not be null or e/,
    ],
    ['parameters', () => svc.payments.list(null as never), /^The parameters must be an object/],
    ['a filter', () => svc.payments.list({ customerId: null as never }), /^customerId must not be null/],
    [
      'a filter by metadata',
      () => svc.payments.list({ metadata: { a: null } as never }),
      /^metadata\[a\] must not be null/,
    ],
    ['an option', () => svc.payments.create({ amount }, { wait: null as never }), /^wait must not be null/],
    ['a position', () => svc.events.stream({ lastEventId: null as never }), /^lastEventId must not be null/],
    [
      'a version',
      () => svc.payments.capture('pay_1', {}, { ifMatch: null as never }),
      /^ifMatch must not be null or empty/,
    ],
  ])('%s', async (_, call, message) => {
    await expect((async () => call())()).rejects.toThrow(message);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('undefined is left out', async () => {
    await svc.events.list({ type: undefined, limit: 1 } as object).catch(() => undefined);
    expect(fetch.mock.calls[0]?.[0]).toBe('https://svc.test/v1/events?limit=1');
  });
});

it('a new secret is not shown where an object is printed', async () => {
  const key = { id: 'key_1', name: 'Orders', secret: 'sk_test_hush' };
  fetch.mockImplementationOnce(() => json(key, 201));
  const made = await svc.apiKeys.create({ name: 'Orders', scopes: ['payments:read'] });
  for (const shown of [inspect(made), inspect({ made }), inspect([made], { depth: 9 })]) {
    expect(shown).toContain('key_1');
    expect(shown).not.toContain('hush');
  }
  expect(made.secret).toBe('sk_test_hush');
  expect([JSON.parse(JSON.stringify(made)), { ...made }, structuredClone(made)]).toEqual([key, key, key]);
  expect(made).toEqual(key);
});
