import { forThisFile, problem, startStack, type Account, type Answer, type Client } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;

const stack = await forThisFile(startStack({ worker: 0 }));
let account: Account;
let client: Client;
let customerId: string;

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  client = stack.client(account.testKey);
  customerId = await newCustomer(client);
});

const amount = { value: 1000, currency: 'USD' };
const monthly = { amount, interval: 'month', intervalCount: 1 };
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

async function newCustomer(of: Client): Promise<string> {
  const customer = { email: 'ada@example.com', firstName: 'Ada' };
  const { body } = await of.post('/v1/payments', { amount, customer, metadata: { sandbox: 'hold' } });
  return (body['customer'] as { id: string }).id;
}

function subscribe(fields: Record<string, unknown> = {}): Promise<Answer> {
  return client.post('/v1/subscriptions', { customerId, ...monthly, ...fields });
}

describe('createSubscription', () => {
  it('201 active without startAt, with its first payment in the same transaction', async () => {
    const metadata = { plan: 'basic', nested: { a: [1, null] } };
    const answer = await subscribe({ description: 'Monthly plan', metadata });
    expect(answer.status).toBe(201);
    const { id, startAt, currentPeriodEnd, createdAt, updatedAt } = answer.body as Record<string, string>;
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^sub_\d+$/) as unknown,
      customerId,
      ...monthly,
      startAt,
      paymentMethodId: null,
      description: 'Monthly plan',
      metadata,
      status: 'active',
      currentPeriodStart: startAt,
      currentPeriodEnd,
      nextPaymentAt: currentPeriodEnd,
      cancelAtPeriodEnd: false,
      mode: 'test',
      version: 1,
      createdAt,
      updatedAt,
    });
    expect(Math.abs(Date.parse(startAt ?? '') - Date.now())).toBeLessThan(10_000);
    expect(Date.parse(currentPeriodEnd ?? '') - Date.parse(startAt ?? '')).toBeGreaterThanOrEqual(28 * DAY_MS);
    expect(answer.headers.get('location')).toBe(`/v1/subscriptions/${id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(await stack.eventsOf(id)).toMatchObject([{ type: 'subscription.created', data: answer.body }]);
    const { data } = (await client.get(`/v1/payments?customerId=${customerId}&limit=1`)).body as { data: unknown[] };
    expect(data[0]).toMatchObject({
      amount,
      description: 'Monthly plan',
      metadata,
      customer: { id: customerId, email: 'ada@example.com', firstName: 'Ada' },
      stage: 'processing',
    });
  });

  it('201 scheduled with a later startAt, without a payment', async () => {
    const startAt = later(DAY_MS);
    const answer = await subscribe({ startAt });
    expect(answer.body).toMatchObject({
      startAt,
      status: 'scheduled',
      currentPeriodStart: null,
      currentPeriodEnd: null,
      nextPaymentAt: startAt,
    });
    const payments = await client.get(`/v1/payments?customerId=${customerId}`);
    expect(payments.body['data']).toHaveLength(1);
  });

  it('201 with startAt in another offset, returned in UTC', async () => {
    const answer = await subscribe({ startAt: '2028-01-31T23:30:00+02:00' });
    expect(answer.body['startAt']).toBe('2028-01-31T21:30:00.000Z');
  });

  it('201 once for concurrent requests with one idempotency key: one subscription, one payment', async () => {
    const headers = { 'idempotency-key': 'subscribe-once' };
    const body = { customerId, ...monthly };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/v1/subscriptions', body, { headers })),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect((await client.get('/v1/subscriptions')).body['data']).toHaveLength(1);
    expect((await client.get('/v1/payments')).body['data']).toHaveLength(2);
  });

  it('201 with a payment method of the customer; 422 for one of another customer', async () => {
    const ada = (await client.post('/v1/customers', { email: 'ada@example.org' })).body['id'];
    const methods = `/v1/customers/${String(ada)}/payment-methods`;
    const method = (await client.post(methods, { type: 'card', processorToken: 'tok_1' })).body['id'];
    const own = await subscribe({ customerId: ada, paymentMethodId: method });
    expect([own.status, own.body['paymentMethodId']]).toEqual([201, method]);
    const foreign = await subscribe({ paymentMethodId: method });
    expect(foreign.body['errors']).toEqual([
      expect.objectContaining({ pointer: '/paymentMethodId', code: 'not_found' }),
    ]);
    const path = `/v1/subscriptions/${String(own.body['id'])}`;
    const without = await client.send('PATCH', path, { paymentMethodId: null });
    expect(without.body).toMatchObject({ paymentMethodId: null, version: 2 });
    const again = await client.send('PATCH', path, { paymentMethodId: method });
    expect(again.body).toMatchObject({ paymentMethodId: method, version: 3 });
  });

  it('201 at an approval threshold of the account: the payment waits for approval', async () => {
    const config = await client.get('/v1/security/config');
    const headers = { 'if-match': config.headers.get('etag') ?? '' };
    const thresholds = { approvalThresholds: [{ value: 2000, currency: 'USD' }] };
    expect((await client.send('PATCH', '/v1/security/config', thresholds, { headers })).status).toBe(200);
    const stages: unknown[] = [];
    for (const value of [1999, 2000]) {
      await subscribe({ amount: { value, currency: 'USD' } });
      const { data } = (await client.get('/v1/payments?limit=1')).body as { data: { stage: string }[] };
      stages.push(data[0]?.stage);
    }
    expect(stages).toEqual(['processing', 'awaiting_approval']);
  });

  it('201 in live mode: the payment waits for approval', async () => {
    const live = stack.client(account.liveKey);
    const answer = await live.post('/v1/subscriptions', { customerId: await newCustomer(live), ...monthly });
    expect([answer.status, answer.body['mode']]).toEqual([201, 'live']);
    const { data } = (await live.get('/v1/payments?limit=1')).body as { data: unknown[] };
    expect(data[0]).toMatchObject({ stage: 'awaiting_approval', mode: 'live' });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['not_found', '/customerId', { customerId: 'cust_1' }],
    ['not_found', '/paymentMethodId', { paymentMethodId: 'pm_1' }],
    ['out_of_range', '/startAt', { startAt: later(-600_000) }],
    ['out_of_range', '/startAt', { startAt: later(6 * 366 * DAY_MS) }],
    ['invalid_format', '/startAt', { startAt: 'tomorrow' }],
    ['invalid_format', '/startAt', { startAt: '2027-02-30T00:00:00Z' }],
    ['out_of_range', '/intervalCount', { intervalCount: 0 }],
    ['out_of_range', '/intervalCount', { intervalCount: 37 }],
    ['out_of_range', '/amount/value', { amount: { value: 0, currency: 'USD' } }],
    ['unknown_currency', '/amount/currency', { amount: { value: 1, currency: 'XXX' } }],
    ['unknown_field', '/status', { status: 'active' }],
  ])('422 %s at %s: %j', async (code, pointer, fields) => {
    const answer = await subscribe(fields);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
    expect((await client.get('/v1/subscriptions')).body['data']).toEqual([]);
    expect((await client.get('/v1/payments')).body['data']).toHaveLength(1);
  });

  it('422 not_found for customers of another account and of the other mode', async () => {
    const stranger = await stack.createAccount('pro');
    for (const key of [stranger.testKey, account.liveKey]) {
      const answer = await stack.client(key).post('/v1/subscriptions', { customerId, ...monthly });
      expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/customerId', code: 'not_found' })]);
    }
  });
});

describe('getSubscription', () => {
  it('200 with the response of the creation and its version as ETag', async () => {
    const created = await subscribe();
    const answer = await client.get(`/v1/subscriptions/${String(created.body['id'])}`);
    expect([answer.status, answer.body]).toEqual([200, created.body]);
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  it('404 for an unknown id', async () => {
    expect((await client.get('/v1/subscriptions/sub_1')).status).toBe(404);
  });
});

describe('listSubscriptions', () => {
  it('200 newest first, page by page, with every filter', async () => {
    const ids: unknown[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await subscribe({ startAt: later((n + 1) * DAY_MS) })).body['id']);
    const running = (await subscribe()).body['id'];
    const list = async (query: string) => {
      const { body } = await client.get(`/v1/subscriptions?${query}`);
      return (body['data'] as { id: string }[]).map(({ id }) => id);
    };
    expect(await list('')).toEqual([running, ...ids]);
    expect(await list('status=active')).toEqual([running]);
    expect(await list(`status=scheduled&customerId=${customerId}`)).toEqual(ids);
    expect(await list('customerId=cust_1')).toEqual([]);
    expect(await list(`createdFrom=${later(DAY_MS)}`)).toEqual([]);
    expect(await list(`createdTo=${later(DAY_MS)}&status=cancelled`)).toEqual([]);
    const first = await client.get('/v1/subscriptions?limit=3');
    expect(first.body).toMatchObject({ hasMore: true });
    expect(first.headers.get('link')).toContain('rel="next"');
    expect(await list(`limit=3&cursor=${String(first.body['nextCursor'])}`)).toEqual([ids[2]]);
    const other = await client.get(`/v1/subscriptions?status=active&cursor=${String(first.body['nextCursor'])}`);
    expect(problem(other)).toEqual([400, 'invalid_cursor']);
  });
});
