import { errors, eventually, rowId, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;

const { stack, account, client } = await stackWithAccount();

const ahead = (now: unknown) => Date.parse(String(now)) - Date.now();

async function arrived(of = client): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { body } = await of.get('/v1/test/clock');
    expect(body['status']).toBe('idle');
    return body;
  });
}

describe('getTestClock', () => {
  it('200 with real time when it was never advanced', async () => {
    const other = stack.client((await stack.createAccount('pro')).testKey);
    const answer = await other.get('/v1/test/clock');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'idle', now: expect.any(String) as unknown, target: null, mode: 'test' });
    expect(Math.abs(ahead(answer.body['now']))).toBeLessThan(5_000);
  });

  it('404 with a live key', async () => {
    expect((await stack.client(account.liveKey).get('/v1/test/clock')).status).toBe(404);
  });
});

describe('advanceTestClock', () => {
  it('202 with its target; it arrives there and then runs in real time', async () => {
    const before = ahead((await arrived())['now']);
    const answer = await client.post('/v1/test/clock/advance', { by: 'P1DT12H' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe('/v1/test/clock');
    expect(answer.body).toMatchObject({ status: 'running', mode: 'test' });
    const wanted = before + 1.5 * DAY_MS;
    expect(Math.abs(ahead(answer.body['target']) - wanted)).toBeLessThan(10_000);
    expect(Math.abs(ahead((await arrived())['now']) - wanted)).toBeLessThan(10_000);
  });

  it('202 for one of two concurrent requests, 409 clock_running for the other', async () => {
    await arrived();
    const both = await Promise.all(['P1D', 'P2D'].map((by) => client.post('/v1/test/clock/advance', { by })));
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(both.find(({ status }) => status === 409)?.body['code']).toBe('clock_running');
    await arrived();
  });

  it('202 once per idempotency key', async () => {
    const before = ahead((await arrived())['now']);
    const headers = { 'idempotency-key': 'a-day' };
    const first = await client.post('/v1/test/clock/advance', { by: 'P1D' }, { headers });
    await arrived();
    const second = await client.post('/v1/test/clock/advance', { by: 'P1D' }, { headers });
    expect([second.status, second.body]).toEqual([202, first.body]);
    expect(ahead((await arrived())['now']) - before).toBeLessThan(1.5 * DAY_MS);
  });

  it('202 for a calendar year, without moving other clocks', async () => {
    const [other, live] = [(await stack.createAccount('pro')).testKey, account.liveKey];
    const { now } = await arrived();
    const answer = await client.post('/v1/test/clock/advance', { by: 'P1Y' });
    expect(String(answer.body['target']).slice(0, 4)).toBe(String(Number(String(now).slice(0, 4)) + 1));
    await arrived();
    expect(Math.abs(ahead((await stack.client(other).get('/v1/test/clock')).body['now']))).toBeLessThan(5_000);
    const moved = await stack.query(`SELECT mode FROM environments WHERE clock_offset > '0' AND account_id = ANY($1)`, [
      stack.accounts.map(({ accountId }) => rowId(accountId)),
    ]);
    expect(moved).toEqual([{ mode: 'test' }]);
    expect(live).toMatch(/^sk_live_/);
  });

  it.each([
    ['P0D', 'out_of_range'],
    ['PT0S', 'out_of_range'],
    ['P1YT1S', 'out_of_range'],
    ['P13M', 'out_of_range'],
    ['P9999Y', 'out_of_range'],
    ['P', 'invalid_format'],
    ['PT', 'invalid_format'],
    ['P1DT', 'invalid_format'],
    ['-P1D', 'invalid_format'],
    ['1 day', 'invalid_format'],
  ])('422 for %s: %s', async (by, code) => {
    const answer = await client.post('/v1/test/clock/advance', { by });
    expect([answer.status, errors(answer)]).toEqual([422, [`/by ${code}`]]);
    expect((await client.get('/v1/test/clock')).body['status']).toBe('idle');
  });

  it('404 with a live key', async () => {
    const live = stack.client(account.liveKey);
    expect((await live.post('/v1/test/clock/advance', { by: 'P1D' })).status).toBe(404);
  });
});

describe('test mode requests', () => {
  it('are validated by the test clock: a past startAt is refused, a future one accepted', async () => {
    await client.post('/v1/test/clock/advance', { by: 'P1M' });
    const { now } = await arrived();
    const amount = { value: 1000, currency: 'USD' };
    const payment = await client.post('/v1/payments', { amount, customer: { email: 'ada@example.com' } });
    const { id: customerId } = payment.body['customer'] as { id: string };
    const subscribe = (startAt: number) =>
      client.post('/v1/subscriptions', {
        customerId,
        amount,
        interval: 'day',
        intervalCount: 1,
        startAt: new Date(startAt).toISOString(),
      });
    expect((await subscribe(Date.now() + 7 * DAY_MS)).status).toBe(422);
    const taken = await subscribe(Date.parse(String(now)) + 7 * DAY_MS);
    expect(taken.body['status']).toBe('scheduled');
    expect(Math.abs(ahead(taken.body['createdAt']))).toBeLessThan(5_000);
  });
});
