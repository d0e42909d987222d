import { eventually, idsOf, problem, stackWithAccount } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();
/** Ids of payments and refunds by the names used in the tests. */
const payments: Record<string, string> = {};
const refunds: Record<string, string> = {};

const usd = (value: number) => ({ value, currency: 'USD' });
const slow = { sandbox: 'delay:3600000' };

beforeAll(async () => {
  const pay = async (name: string, currency: string): Promise<void> => {
    const body = { amount: { value: 1000, currency }, metadata: { sandbox: 'delay:1' } };
    payments[name] = String((await client.post('/v1/payments?wait=20', body)).body['id']);
  };
  const refund = async (name: string, payment: string, fields: Record<string, unknown>): Promise<void> => {
    const answer = await client.post('/v1/refunds', { paymentId: payments[payment], ...fields });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    refunds[name] = String(answer.body['id']);
  };
  await pay('dollars', 'USD');
  await pay('euros', 'EUR');
  await refund('small', 'dollars', { amount: usd(10), metadata: slow });
  await refund('large', 'dollars', { amount: usd(500), metadata: slow });
  await refund('tagged', 'dollars', { amount: usd(50), metadata: { ...slow, 'return no': '77' } });
  await refund('euro', 'euros', { amount: { value: 20, currency: 'EUR' }, metadata: { sandbox: 'delay:1' } });
  await refund('failed', 'euros', { amount: { value: 30, currency: 'EUR' }, metadata: { sandbox: 'refund_fail' } });
  await eventually(async () => {
    const { body } = await client.get('/v1/refunds?status=pending');
    expect(body['data']).toHaveLength(3);
  });
});

async function names(path: string): Promise<string[]> {
  const answer = await client.get(path);
  expect(problem(answer)).toEqual([200, undefined]);
  return idsOf(answer).map((id) => Object.keys(refunds).find((name) => refunds[name] === id) ?? id);
}

const today = (): string => `createdFrom=${new Date(Date.now() - 3_600_000).toISOString()}`;

describe('getRefund', () => {
  it('200 with the response of the creation while nothing has changed', async () => {
    const created = await client.post('/v1/refunds', { paymentId: payments['euros'], metadata: slow });
    const read = await client.get(`/v1/refunds/${String(created.body['id'])}`);
    expect([read.status, read.body]).toEqual([200, created.body]);
    refunds['rest'] = String(created.body['id']);
  });

  it.each(['ref_1', 'ref_9999999999999999999', 'pay_1', 'ref_x'])('404 for an unknown id: %s', async (id) => {
    const answer = await client.get(`/v1/refunds/${id}`);
    expect(problem(answer)).toEqual([404, 'not_found']);
  });
});

describe('listRefunds', () => {
  it.each([
    ['status=completed', ['euro']],
    ['status=failed', ['failed']],
    ['currency=USD', ['tagged', 'large', 'small']],
    ['currency=JPY', []],
    ['paymentId=pay_1', []],
    ['paymentId=pay_9999999999999999999', []],
    ['status=failed&currency=USD', []],
    ['createdFrom=2026-01-01T00:00:00Z&createdTo=2026-01-02T00:00:00Z', []],
  ])('200 with %s, newest first: %j', async (query, expected) => {
    expect(await names(`/v1/refunds?${query}`)).toEqual(expected);
  });

  it('200 by paymentId, amounts and metadata', async () => {
    const ofDollars = `paymentId=${payments['dollars'] ?? ''}`;
    expect(await names(`/v1/refunds?${ofDollars}&status=pending`)).toEqual(['tagged', 'large', 'small']);
    expect(await names(`/v1/refunds?amountMin=50&currency=USD&${today()}`)).toEqual(['tagged', 'large']);
    expect(await names(`/v1/refunds?amountMin=11&amountMax=499&currency=USD&${today()}`)).toEqual(['tagged']);
    expect(await names(`/v1/refunds?metadata[return%20no]=77&${today()}`)).toEqual(['tagged']);
  });

  it('200 page by page along Link, each refund once', async () => {
    const seen: string[] = [];
    let path = '/v1/refunds?currency=USD&limit=2';
    while (path !== '') {
      const page = await client.get(path);
      seen.push(...idsOf(page));
      path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(seen).toEqual([refunds['tagged'], refunds['large'], refunds['small']]);
  });

  it("200 empty for another account and the other mode, also when filtered by this one's payment", async () => {
    const stranger = await stack.createAccount('pro');
    for (const key of [stranger.testKey, account.liveKey]) {
      for (const query of ['', `?paymentId=${payments['dollars'] ?? ''}`]) {
        expect((await stack.client(key).get(`/v1/refunds${query}`)).body['data']).toEqual([]);
      }
    }
  });

  it('400 invalid_cursor when the filters have changed, and on the list of a payment', async () => {
    const { body } = await client.get('/v1/refunds?currency=USD&limit=1');
    const cursor = String(body['nextCursor']);
    for (const path of ['/v1/refunds?currency=EUR&', `/v1/payments/${payments['dollars'] ?? ''}/refunds?`]) {
      const answer = await client.get(`${path}cursor=${cursor}`);
      expect(problem(answer)).toEqual([400, 'invalid_cursor']);
    }
  });

  it.each([
    ['amountMin=1', 'currency'],
    ['amountMax=1&currency=USD', 'createdFrom'],
    ['metadata[a]=1&createdFrom=2025-01-01T00:00:00Z', 'createdFrom'],
    ['status=refunded', 'status'],
    ['paymentId=42', 'paymentId'],
    ['customerId=cust_1', 'customerId'],
    ['limit=101', 'limit'],
  ])('400 invalid_query for %s, with the parameter %s', async (query, parameter) => {
    const answer = await client.get(`/v1/refunds?${query}`);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ parameter }));
  });
});

describe('listPaymentRefunds', () => {
  it('200 with those of the payment, newest first, by status, page by page', async () => {
    const path = `/v1/payments/${payments['dollars'] ?? ''}/refunds`;
    expect(await names(path)).toEqual(['tagged', 'large', 'small']);
    expect(await names(`${path}?status=failed`)).toEqual([]);
    const first = await client.get(`${path}?limit=2`);
    expect(first.body['hasMore']).toBe(true);
    expect(await names(`${path}?limit=2&cursor=${String(first.body['nextCursor'])}`)).toEqual(['small']);
  });

  it('404 for payments that are unknown, of another account, or of the other mode', async () => {
    const stranger = await stack.createAccount('pro');
    const asked = [
      [account.testKey, 'pay_1'],
      [account.liveKey, payments['dollars']],
      [stranger.testKey, payments['dollars']],
    ] as const;
    for (const [key, id] of asked) {
      const answer = await stack.client(key).get(`/v1/payments/${id ?? ''}/refunds`);
      expect(problem(answer)).toEqual([404, 'not_found']);
    }
  });
});

describe('getPaymentTimeline', () => {
  it('200 with each refund as created and as settled, and the attempts at the processor', async () => {
    const { body } = await client.get(`/v1/payments/${payments['euros'] ?? ''}/timeline`);
    const entries = body['data'] as Record<string, unknown>[];
    const of = (name: string) => entries.filter((entry) => entry['refundId'] === refunds[name]);
    const [made, ended] = of('failed');
    expect(made).toMatchObject({ type: 'timeline.refund', status: 'pending', failure: null, version: 1 });
    expect(ended).toMatchObject({ status: 'failed', failure: { code: 'refund_failed' }, version: 2 });
    expect(made).toMatchObject({ amount: { value: 30, currency: 'EUR' }, reason: null });
    expect(of('euro').map((entry) => entry['status'])).toEqual(['pending', 'completed']);
    const asked = entries.filter((entry) => entry['operation'] === 'refund').map((entry) => entry['outcome']);
    expect(asked).toEqual(expect.arrayContaining(['approved', 'declined']));
    const times = entries.map((entry) => String(entry['at']));
    expect(times).toEqual([...times].sort());
  });
});
