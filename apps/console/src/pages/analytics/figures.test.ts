import type { AnalyticsSummaryRow } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { byCurrency, csvName, csvOf, intervalText, rateText } from './figures.js';
import { axisOf } from './ticks.js';

function row(currency: string, net: number): AnalyticsSummaryRow {
  const money = (value: number) => ({ value, currency });
  return {
    start: '2026-11-20T23:00:00.000Z',
    end: '2026-11-21T23:00:00.000Z',
    currency,
    count: 3,
    completed: 2,
    failed: 1,
    gross: money(net + 100),
    refunded: money(100),
    disputed: money(0),
    net: money(net),
    successRate: 2 / 3,
  };
}

describe('figures', () => {
  it('are never added up over currencies', () => {
    const rows = [row('HUF', 1), row('EUR', 2), row('HUF', 3)];
    const groups = [...byCurrency(rows)].map(([currency, group]) => [currency, group.map(({ net }) => net.value)]);
    expect(groups).toEqual([
      ['EUR', [2]],
      ['HUF', [1, 3]],
    ]);
  });

  it.each([
    ['Europe/Berlin', '2026-11-01-2026-11-30'],
    ['UTC', '2026-10-31-2026-11-30'],
    ['Unknown/Zone', '2026-10-31-2026-11-30'],
  ])('are a file that names the first and the last day in %s', (timezone, days) => {
    const range = { createdFrom: '2026-10-31T23:00:00.000Z', createdTo: '2026-11-30T23:00:00.000Z' };
    expect(csvName({ interval: 'day', timezone, ...range })).toBe(`payments-by-day-${days}.csv`);
  });

  it('are a file with amounts in the decimals of their currency', () => {
    expect(csvOf([row('HUF', -12_345), row('JPY', 7)])).toBe(
      [
        'start,end,currency,count,completed,failed,gross,refunded,disputed,net,successRate',
        `2026-11-20T23:00:00.000Z,2026-11-21T23:00:00.000Z,HUF,3,2,1,-122.45,1.00,0.00,-123.45,${2 / 3}`,
        `2026-11-20T23:00:00.000Z,2026-11-21T23:00:00.000Z,JPY,3,2,1,107,100,0,7,${2 / 3}`,
        '',
      ].join('\r\n'),
    );
  });

  it('name their interval in its time zone', () => {
    const start = '2026-10-31T23:00:00.000Z';
    expect(intervalText(start, 'day', 'Europe/Berlin')).toBe('2026-11-01');
    expect(intervalText(start, 'month', 'Europe/Berlin')).toBe('2026-11');
    expect(intervalText(start, 'hour', 'Europe/Berlin')).toBe('2026-11-01 00:00 GMT+1');
    expect(intervalText(start, 'day', 'UTC')).toBe('2026-10-31');
    // The two hours at which the clocks say 02:00.
    const twice = ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'];
    const [summer, winter] = twice.map((hour) => intervalText(hour, 'hour', 'Europe/Berlin'));
    expect(summer).toBe('2026-10-25 02:00 GMT+2');
    expect(winter).toBe('2026-10-25 02:00 GMT+1');
  });

  it('have no rate without an outcome', () => {
    expect(rateText(null)).toBe('');
    expect(rateText(0.75)).toBe('75.0 %');
  });
});

describe('the axis of values', () => {
  it.each([
    [[], [0, 1]],
    [
      [0, 3],
      [0, 1, 2, 3],
    ],
    [[7], [0, 2, 4, 6, 8]],
    [
      [-250, 1000],
      [-500, 0, 500, 1000],
    ],
    [[-3], [-3, -2, -1, 0]],
    [[9_007_199_254_740_991], [0, 5e15, 1e16]],
  ])('of %j has round values up to all of them', (values, ticks) => {
    expect(axisOf(values)).toEqual({ low: ticks[0], high: ticks.at(-1), ticks });
  });
});
