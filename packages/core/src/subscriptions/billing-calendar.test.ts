import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPeriodLength, periodStart, withInterval, type BillingUnit, type Rhythm } from './billing-calendar.js';

function rhythm(interval: BillingUnit, intervalCount: number, anchor: string, anchorPeriod = 0): Rhythm {
  const anchorAt = new Date(anchor);
  return { interval, intervalCount, anchorAt, anchorPeriod, anchorDay: anchorAt.getUTCDate() };
}

function days(of: Rhythm, periods: number): string[] {
  return Array.from({ length: periods }, (_, n) => periodStart(of, n).toISOString().slice(0, 10));
}

describe('periods', () => {
  it.each<[string, Rhythm, string[]]>([
    [
      "a month's end is cut short and comes back",
      rhythm('month', 1, '2027-01-31T09:30:00.000Z'),
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
    ],
    [
      'February has its 29th in leap years',
      rhythm('month', 1, '2028-01-30T00:00:00.000Z'),
      ['2028-01-30', '2028-02-29', '2028-03-30'],
    ],
    [
      'the 29th of February comes back every leap year',
      rhythm('year', 1, '2028-02-29T00:00:00.000Z'),
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    [
      'a century that is no leap year has none',
      rhythm('year', 3, '2096-02-29T00:00:00.000Z'),
      ['2096-02-29', '2099-02-28', '2102-02-28'],
    ],
    [
      'quarters from a long month',
      rhythm('month', 3, '2026-11-30T00:00:00.000Z'),
      ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30'],
    ],
    [
      'weeks do not depend on months',
      rhythm('week', 2, '2026-12-21T00:00:00.000Z'),
      ['2026-12-21', '2027-01-04', '2027-01-18'],
    ],
    ['days', rhythm('day', 1, '2028-02-28T23:59:59.999Z'), ['2028-02-28', '2028-02-29', '2028-03-01']],
    [
      'a new interval counts from its anchor on',
      rhythm('month', 1, '2026-03-31T00:00:00.000Z', -2),
      ['2026-05-31', '2026-06-30', '2026-07-31'],
    ],
    [
      'an anchor at the shortened end of a month stands for a later day',
      { ...rhythm('month', 1, '2027-02-28T00:00:00.000Z'), anchorDay: 31 },
      ['2027-02-28', '2027-03-31', '2027-04-30'],
    ],
  ])('%s', (_, of, expected) => {
    expect(days(of, expected.length)).toEqual(expected);
  });

  it('keep the time of day to the millisecond, whatever the time zone of the host', () => {
    const of = rhythm('month', 1, '2026-10-25T01:30:00.123Z');
    expect([1, 5, 6].map((n) => periodStart(of, n).toISOString())).toEqual([
      '2026-11-25T01:30:00.123Z',
      '2027-03-25T01:30:00.123Z',
      '2027-04-25T01:30:00.123Z',
    ]);
  });

  const anyRhythm = fc
    .record({
      interval: fc.constantFrom<BillingUnit>('day', 'week', 'month', 'year'),
      intervalCount: fc.integer({ min: 1, max: 3 }),
      anchorAt: fc.date({ min: new Date('2025-01-01'), max: new Date('2125-01-01'), noInvalidDate: true }),
      anchorPeriod: fc.integer({ min: 0, max: 100 }),
    })
    .map((of): Rhythm => ({ ...of, anchorDay: of.anchorAt.getUTCDate() }));

  it('increase from the anchor on, each on the day of the anchor or the last of its month', () => {
    fc.assert(
      fc.property(anyRhythm, fc.integer({ min: 0, max: 400 }), (of, more) => {
        const n = of.anchorPeriod + more;
        const start = periodStart(of, n);
        expect(periodStart(of, of.anchorPeriod)).toEqual(of.anchorAt);
        expect(periodStart(of, n + 1).getTime()).toBeGreaterThan(start.getTime());
        expect(start.getTime() % 86_400_000).toBe(of.anchorAt.getTime() % 86_400_000);
        if (of.interval !== 'month' && of.interval !== 'year') return;
        const wanted = of.anchorDay;
        const nextDay = new Date(start.getTime() + 86_400_000);
        expect(start.getUTCDate() === wanted || (start.getUTCDate() < wanted && nextDay.getUTCDate() === 1)).toBe(true);
      }),
    );
  });

  it('do not depend on the anchor: moving it along its own periods changes nothing', () => {
    fc.assert(
      fc.property(anyRhythm, fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), (of, a, b) => {
        const moved = withInterval(of, of, of.anchorPeriod + a);
        expect(periodStart(moved, of.anchorPeriod + a + b)).toEqual(periodStart(of, of.anchorPeriod + a + b));
      }),
    );
  });
});

describe('isPeriodLength', () => {
  it.each<[BillingUnit, number]>([
    ['day', 365],
    ['week', 156],
    ['month', 36],
    ['year', 3],
  ])('%s: %d is valid', (interval, count) => {
    expect(isPeriodLength(interval, count)).toBe(true);
  });

  it.each<[BillingUnit, number]>([
    ['day', 0],
    ['week', 157],
    ['month', 37],
    ['year', 4],
  ])('%s: %d is invalid', (interval, count) => {
    expect(isPeriodLength(interval, count)).toBe(false);
  });
});
