import { eventually, problem, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount();

const QUARTER_MS = 900_000;
/** From 15 minutes before the current quarter of an hour to 15 minutes after it. */
const around = (): string => {
  const quarter = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  const [from, to] = [quarter - QUARTER_MS, quarter + 2 * QUARTER_MS].map((ms) => new Date(ms).toISOString());
  return `createdFrom=${from}&createdTo=${to}`;
};

/** A time zone in which no month begins now. */
const zone = (): string => {
  const hour = new Date().getUTCHours();
  return hour >= 6 && hour < 18 ? 'UTC' : 'Etc/GMT-12';
};

function summary(query = ''): Promise<Answer> {
  return client.get(`/v1/analytics/summary?${query}`);
}

function rowsOf(answer: Answer): Record<string, unknown>[] {
  expect(answer.status).toBe(200);
  return answer.body['data'] as Record<string, unknown>[];
}

async function pay(value: number, currency: string, sandbox: string): Promise<string> {
  const body = { amount: { value, currency }, metadata: { sandbox } };
  const answer = await client.post(`/v1/payments?wait=${sandbox === 'hold' ? 0 : 20}`, body);
  return String(answer.body['id']);
}

const amount = (value: number, currency: string) => ({ value, currency });

describe('getAnalyticsSummary', () => {
  it('200 without rows for a new account, with the last 30 days as range', async () => {
    const answer = await summary();
    expect(rowsOf(answer)).toEqual([]);
    const [from, to] = [answer.body['createdFrom'], answer.body['createdTo']].map((text) => Date.parse(String(text)));
    expect(Number(to) - Number(from)).toBe(30 * 86_400_000);
    expect(answer.body).toMatchObject({ interval: 'day', timezone: 'UTC' });
  });

  it('200 with totals of payments and refunds, even when the worker is killed meanwhile', async () => {
    const [paid] = await Promise.all([
      pay(5_000, 'USD', 'delay:1'),
      pay(700, 'USD', 'delay:1'),
      pay(900, 'USD', 'decline:insufficient_funds'),
      pay(1_100, 'USD', 'hold'),
      pay(300, 'JPY', 'delay:1'),
    ]);
    await stack.killWorker();
    await client.post('/v1/refunds', { paymentId: paid, amount: amount(1_500, 'USD') });
    await client.post('/v1/refunds', {
      paymentId: paid,
      amount: amount(99, 'USD'),
      metadata: { sandbox: 'refund_fail' },
    });
    await stack.startWorker();
    const rows = await eventually(async () => {
      const data = rowsOf(await summary(`${around()}&interval=month&timezone=${zone()}`));
      expect(data.find(({ currency }) => currency === 'USD')).toMatchObject({ refunded: amount(1_500, 'USD') });
      return data;
    });
    const figures = rows.map(({ start: _start, end: _end, ...rest }) => rest);
    const expected = [
      {
        ...{ currency: 'JPY', count: 1, completed: 1, failed: 0, successRate: 1 },
        ...{ gross: amount(300, 'JPY'), refunded: amount(0, 'JPY'), disputed: amount(0, 'JPY') },
        net: amount(300, 'JPY'),
      },
      {
        ...{ currency: 'USD', count: 4, completed: 2, failed: 1, successRate: 2 / 3 },
        ...{ gross: amount(5_700, 'USD'), refunded: amount(1_500, 'USD'), disputed: amount(0, 'USD') },
        net: amount(4_200, 'USD'),
      },
    ];
    expect(figures).toEqual(expect.arrayContaining(expected));
  });

  it('200 with zeros for empty intervals and all figures for the others', async () => {
    const rows = rowsOf(await summary('interval=hour&currency=USD'));
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({
      ...{ count: 0, completed: 0, failed: 0, successRate: null },
      ...{ gross: amount(0, 'USD'), refunded: amount(0, 'USD'), net: amount(0, 'USD') },
    });
    expect(rows.reduce((sum, row) => sum + Number(row['count']), 0)).toBe(4);
    expect(rowsOf(await summary('interval=hour'))).toHaveLength(60);
    expect(rowsOf(await summary('interval=hour&currency=KWD'))).toHaveLength(30);
  });

  it('200 with the range extended to whole quarters of an hour', async () => {
    const answer = await summary('createdFrom=2026-11-20T10:07:00Z&createdTo=2026-11-20T10:30:00.001Z&currency=USD');
    expect(answer.body).toMatchObject({
      createdFrom: '2026-11-20T10:00:00.000Z',
      createdTo: '2026-11-20T10:45:00.000Z',
      data: [{ start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T10:45:00.000Z' }],
    });
    const longest = 'interval=hour&createdFrom=2026-10-01T00:01:00Z&createdTo=2026-11-01T00:01:00Z&currency=USD';
    expect((await summary(longest)).status).toBe(200);
  });

  it('200 with `asOf`, up to which the figures are complete', async () => {
    const before = Date.now();
    await eventually(async () => {
      const answer = await summary();
      expect(Date.parse(String(answer.body['asOf']))).toBeGreaterThan(before);
    });
  });

  it('200 without data of the other mode or of other accounts', async () => {
    const other = await stack.createAccount('enterprise');
    for (const key of [account.liveKey, other.testKey]) {
      expect(rowsOf(await stack.client(key).get('/v1/analytics/summary'))).toEqual([]);
    }
  });

  it.each([
    ['31 days of hours', 'interval=hour&createdFrom=2026-10-01T00:00:00%2B02:00&createdTo=2026-11-01T00:00:00%2B01:00'],
    [
      '31 times 24 hours in spring',
      'interval=hour&createdFrom=2026-03-01T00:00Z&createdTo=2026-04-01T00:00Z'.replaceAll('00:00Z', '00:00:00Z'),
    ],
    ['366 days of days', 'createdFrom=2025-10-26T00:00:00%2B02:00&createdTo=2026-10-27T00:00:00%2B01:00'],
  ])('200 for %s, although the clocks change', async (_, query) => {
    expect((await summary(`timezone=Europe/Berlin&${query}`)).status).toBe(200);
  });

  it.each([
    [
      'a range that ends before it starts',
      'createdFrom=2026-11-20T00:00:00Z&createdTo=2026-11-19T00:00:00Z',
      'createdTo',
      'out_of_range',
    ],
    [
      '32 days of hours',
      'interval=hour&createdFrom=2026-10-01T00:00:00Z&createdTo=2026-11-02T00:00:00Z',
      'createdFrom',
      'out_of_range',
    ],
    [
      '367 days of days',
      'createdFrom=2025-01-01T00:00:00Z&createdTo=2026-01-03T00:00:00Z',
      'createdFrom',
      'out_of_range',
    ],
    [
      'six years of months',
      'interval=month&createdFrom=2020-01-01T00:00:00Z&createdTo=2026-01-01T00:00:00Z',
      'createdFrom',
      'out_of_range',
    ],
    ['an unknown time zone', 'timezone=Mars/Olympus', 'timezone', 'invalid_format'],
    ['an unknown interval', 'interval=year', 'interval', 'invalid_format'],
    ['an unknown currency', 'currency=XXX', 'currency', 'unknown_currency'],
  ])('400 for %s', async (_, query, parameter, code) => {
    const answer = await summary(query);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ parameter, code })]);
  });

  it('400 for a sum beyond the exact integers of JSON', async () => {
    await stack.query(
      `INSERT INTO payment_rollups (environment_id, bucket, currency, gross)
       SELECT id, '2026-03-01T00:00:00Z', 'IDR', 9007199254740992 FROM environments WHERE account_id = $1`,
      [rowId(account.accountId)],
    );
    const range = 'createdFrom=2026-03-01T00:00:00Z&createdTo=2026-03-02T00:00:00Z';
    const answer = await summary(range);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect((await summary(`${range}&currency=USD`)).status).toBe(200);
  });

  it('400 for more than 10,000 rows, but not for one of the currencies', async () => {
    const currencies = [
      'AED',
      'AUD',
      'BRL',
      'CAD',
      'CHF',
      'CZK',
      'DKK',
      'EUR',
      'GBP',
      'INR',
      'JPY',
      'NOK',
      'SEK',
      'USD',
    ];
    const sell = (sold: string[]): Promise<unknown> =>
      stack.query(
        `INSERT INTO payment_rollups (environment_id, bucket, currency, count)
         SELECT e.id, '2026-04-02T00:00:00Z', c, 1 FROM environments e, unnest($2::text[]) c WHERE e.account_id = $1`,
        [rowId(account.accountId), sold],
      );
    const range = 'interval=hour&createdFrom=2026-04-01T00:00:00Z&createdTo=2026-05-02T00:00:00Z';
    await sell(currencies.slice(1));
    expect(rowsOf(await summary(range))).toHaveLength(13 * 31 * 24);
    await sell(currencies.slice(0, 1));
    const answer = await summary(range);
    expect(problem(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body['errors']).toMatchObject([{ parameter: 'createdFrom', code: 'out_of_range' }]);
    expect(rowsOf(await summary(`${range}&currency=AED`))).toHaveLength(31 * 24);
  });
});
