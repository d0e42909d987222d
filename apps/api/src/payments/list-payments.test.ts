import { idsOf, problem, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { client } = await stackWithAccount({ worker: 0 });
const ids: Record<string, string> = {};
let customerId = '';

beforeAll(async () => {
  const make = async (name: string, fields: Record<string, unknown>): Promise<void> => {
    const answer = await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' }, ...fields });
    expect(answer.status).toBe(201);
    ids[name] = String(answer.body['id']);
    const customer = answer.body['customer'] as { id: string } | null;
    if (name === 'ada') customerId = customer?.id ?? '';
  };
  await make('plain', {});
  await make('euro', { amount: { value: 500, currency: 'EUR' } });
  await make('large', { amount: { value: 9000, currency: 'USD' } });
  await make('ada', { customer: { email: 'Ada@example.com' }, reference: 'order-7' });
  await make('tagged', { metadata: { order: '42', nested: { a: 1 }, "it's": 'quoted' } });
  await make('held', { metadata: { sandbox: 'hold' } });
  await client.post(`/v1/payments/${ids['held'] ?? ''}/reject`);
  await make('waiting', { metadata: { sandbox: 'hold' } });
});

async function names(query: string): Promise<string[]> {
  const answer = await client.get(`/v1/payments?${query}`);
  expect(problem(answer)).toEqual([200, undefined]);
  return idsOf(answer).map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? id);
}

const range = 'createdFrom=2026-01-01T00:00:00Z&createdTo=2026-01-02T00:00:00Z';
const today = (): string => `createdFrom=${new Date(Date.now() - 3_600_000).toISOString()}`;

describe('listPayments', () => {
  it.each([
    ['status=failed', ['held']],
    ['status=completed', []],
    ['stage=awaiting_approval', ['waiting']],
    ['stage=authorized', []],
    ['stage=awaiting_approval&status=completed', []],
    ['currency=EUR', ['euro']],
    ['reference=order-7', ['ada']],
    ['email=ADA@EXAMPLE.COM', ['ada']],
    ['email=nobody@example.com', []],
    ['customerId=cust_1', []],
    ['status=pending&currency=USD&reference=order-7', ['ada']],
    [range, []],
  ])('200 with %s: %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200 with stage=processing', async () => {
    expect(await names('stage=processing')).toEqual(['tagged', 'ada', 'large', 'euro', 'plain']);
  });

  it('200 with order=asc: oldest first, over all pages, with a cursor that is for this order alone', async () => {
    const first = await client.get('/v1/payments?order=asc&limit=3');
    expect(await names('order=asc&limit=3')).toEqual(['plain', 'euro', 'large']);
    const cursor = String(first.body['nextCursor']);
    expect(await names(`order=asc&limit=3&cursor=${cursor}`)).toEqual(['ada', 'tagged', 'held']);
    expect(await names('order=desc&limit=2')).toEqual(['waiting', 'held']);
    const answer = await client.get(`/v1/payments?limit=3&cursor=${cursor}`);
    expect(problem(answer)).toEqual([400, 'invalid_cursor']);
  });

  it.each([
    ['', '&order=desc'],
    ['&order=desc', ''],
  ])('200: a cursor of limit=2%s works with limit=2%s', async (first, second) => {
    const { body } = await client.get(`/v1/payments?limit=2${first}`);
    const behind = await names(`limit=2&cursor=${String(body['nextCursor'])}${second}`);
    expect(behind).toEqual((await names('limit=4')).slice(2));
  });

  it('200 by customerId', async () => {
    expect(await names(`customerId=${customerId}`)).toEqual(['ada']);
  });

  it('200 by amounts of one currency within a range of days', async () => {
    expect(await names(`amountMin=1001&currency=USD&${today()}`)).toEqual(['large']);
    expect(await names(`amountMin=400&amountMax=500&currency=EUR&${today()}`)).toEqual(['euro']);
  });

  it('200 by metadata, with literal keys', async () => {
    expect(await names(`metadata[order]=42&${today()}`)).toEqual(['tagged']);
    expect(await names(`metadata[${encodeURIComponent("it's")}]=quoted&${today()}`)).toEqual(['tagged']);
    expect(await names(`metadata[order]=42&metadata[other]=1&${today()}`)).toEqual([]);
  });

  it('200 with createdFrom inclusive and createdTo exclusive', async () => {
    const created = (await client.get(`/v1/payments/${ids['ada'] ?? ''}`)).body['createdAt'] as string;
    const next = new Date(Date.parse(created) + 1).toISOString();
    expect(await names(`createdFrom=${created}&createdTo=${next}`)).toContain('ada');
    expect(await names(`createdTo=${created}`)).not.toContain('ada');
  });

  it('200 with a Link to the next page, which keeps the filters', async () => {
    const page = await client.get('/v1/payments?currency=USD&limit=2');
    const link = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const next = await client.get(link);
    expect([next.status, next.headers.get('link')]).not.toEqual([200, null]);
    const seen = [...(page.body['data'] as { id: string }[]), ...(next.body['data'] as { id: string }[])];
    expect(new Set(seen.map((payment) => payment.id)).size).toBe(4);
  });

  it('400 invalid_cursor when the filters have changed', async () => {
    const page = await client.get('/v1/payments?currency=USD&limit=2');
    const answer = await client.get(`/v1/payments?currency=EUR&limit=2&cursor=${String(page.body['nextCursor'])}`);
    expect(problem(answer)).toEqual([400, 'invalid_cursor']);
  });

  it.each([
    ['amountMin=1', 'currency'],
    ['amountMin=1&currency=USD', 'createdFrom'],
    ['metadata[order]=42', 'createdFrom'],
    ['metadata[order]=42&createdFrom=2025-01-01T00:00:00Z', 'createdFrom'],
    [`amountMax=1&currency=USD&createdFrom=2026-01-01T00:00:00Z&createdTo=2026-06-01T00:00:00Z`, 'createdFrom'],
    ['status=settled', 'status'],
    ['stage=held', 'stage'],
    ['order=newest', 'order'],
    ['createdFrom=yesterday', 'createdFrom'],
    ['customerId=42', 'customerId'],
    ['subscriptionId=cust_1', 'subscriptionId'],
  ])('400 invalid_query for %s, with the parameter %s', async (query, parameter) => {
    const answer = await client.get(`/v1/payments?${query}`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('200 by subscriptionId', async () => {
    const { body: customer } = await client.post('/v1/customers', { email: 'grace@example.com' });
    const amount = { value: 1000, currency: 'USD' };
    const terms = { customerId: customer['id'], amount, interval: 'month', intervalCount: 1 };
    const { body: subscription } = await client.post('/v1/subscriptions', terms);
    await client.post('/v1/payments', { amount, customer: { id: customer['id'] } });
    const query = `/v1/payments?subscriptionId=${String(subscription['id'])}`;
    const { body: page } = await client.get(query);
    expect(page['data']).toEqual([expect.objectContaining({ subscriptionId: subscription['id'] })]);
    expect((await client.get(`${query}&currency=EUR`)).body['data']).toEqual([]);
    expect(await names('subscriptionId=sub_1')).toEqual([]);
    expect(await names('subscriptionId=sub_9999999999999999999')).toEqual([]);
  });
});
