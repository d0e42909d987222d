import { describe, expect, it } from 'vitest';
import { hasDelivered, listRefreshMs, refreshMs, waterfall } from './delivery-state.js';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const at = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();
const attempt = (n: number, startMs: number, durationMs: number) => ({
  n,
  at: at(startMs),
  durationMs,
  statusCode: 500,
  error: null,
  detail: null,
  responseExcerpt: '',
});

describe('a delivery page', () => {
  it.each([
    ['pending', at(0), 1_000],
    ['pending', at(30_000), 1_000],
    ['pending', at(900_000), 10_000],
    ['delivering', null, 1_000],
    ['delivered', null, false],
    ['failed', null, false],
    ['cancelled', null, false],
  ] as const)('of a %s one, due at %s, is read again after %s ms', (status, nextAttemptAt, milliseconds) => {
    expect(refreshMs({ status, nextAttemptAt }, NOW)).toBe(milliseconds);
  });
});

describe('a list of deliveries', () => {
  const sent = (status: 'pending' | 'failed', nextAttemptAt: string | null = null) => ({ status, nextAttemptAt });

  it.each([
    [[], 3_000],
    [[sent('failed')], 10_000],
    [[sent('failed'), sent('pending', at(900_000))], 10_000],
    [[sent('failed'), sent('pending', at(0))], 3_000],
  ])('%j is read again after %d ms', (deliveries, milliseconds) => {
    expect(listRefreshMs(deliveries, NOW)).toBe(milliseconds);
  });
});

describe('an attempt', () => {
  it('has delivered if it is the last one of a delivered delivery', () => {
    const attempts = [attempt(1, 0, 100), attempt(2, 600, 400)] as const;
    expect(attempts.map((each) => hasDelivered({ status: 'delivered', attempts }, each))).toEqual([false, true]);
    expect(attempts.map((each) => hasDelivered({ status: 'failed', attempts }, each))).toEqual([false, false]);
  });
});

describe('the waterfall', () => {
  it('shows attempts and the waits before them on one axis', () => {
    const bars = waterfall({ createdAt: at(0), attempts: [attempt(1, 0, 100), attempt(2, 600, 400)] });
    expect(bars).toEqual([
      { n: 1, waitFrom: 0, from: 0, to: 10, waitedMs: 0 },
      { n: 2, waitFrom: 10, from: 60, to: 100, waitedMs: 500 },
    ]);
  });

  it('stays on the axis if clocks differ, and for an attempt without duration', () => {
    expect(waterfall({ createdAt: at(5), attempts: [attempt(1, 0, 0)] })).toEqual([
      { n: 1, waitFrom: 0, from: 0, to: 0, waitedMs: 0 },
    ]);
    expect(waterfall({ createdAt: at(0), attempts: [] })).toEqual([]);
  });
});
