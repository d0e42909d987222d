import { describe, expect, it } from 'vitest';
import { type IntervalLength, TimeZone, intervalsOf, startOfLast } from './intervals.js';

function zone(name: string): TimeZone {
  return TimeZone.named(name) ?? expect.fail(`there is no zone ${name}`);
}

function starts(length: IntervalLength, name: string, from: string, to: string): string[] {
  const range = { start: Date.parse(from), end: Date.parse(to) };
  return intervalsOf(range, length, zone(name)).map(({ start }) => new Date(start).toISOString().slice(0, 16));
}

function hoursOf(length: IntervalLength, name: string, from: string, to: string): number[] {
  const range = { start: Date.parse(from), end: Date.parse(to) };
  return intervalsOf(range, length, zone(name)).map(({ start, end }) => (end - start) / 3_600_000);
}

describe('intervals', () => {
  it.each([
    ['clocks go forward', 'Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z', [24, 23, 24]],
    ['clocks go back', 'Europe/Berlin', '2026-10-23T22:00Z', '2026-10-26T23:00Z', [24, 25, 24]],
    ['clocks go forward by half an hour', 'Australia/Lord_Howe', '2026-10-02T13:30Z', '2026-10-04T13:00Z', [24, 23.5]],
    ['midnight is skipped', 'Africa/Cairo', '2026-04-22T22:00Z', '2026-04-24T21:00Z', [24, 23]],
    ['midnight comes twice', 'America/Havana', '2026-10-31T04:00Z', '2026-11-02T05:00Z', [24, 25]],
    ['clocks go back over midnight', 'America/Santiago', '2026-04-03T03:00Z', '2026-04-06T04:00Z', [24, 25, 24]],
    ['no hour is whole', 'Asia/Kathmandu', '2026-05-01T18:15Z', '2026-05-03T18:15Z', [24, 24]],
  ])('days are complete when %s', (_, name, from, to, hours) => {
    expect(hoursOf('day', name, from, to)).toEqual(hours);
  });

  it('hours follow the local clock, even when it changes', () => {
    expect(hoursOf('hour', 'Asia/Kathmandu', '2026-05-01T00:00Z', '2026-05-01T02:00Z')).toEqual([0.25, 1, 0.75]);
    expect(hoursOf('hour', 'Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T03:00Z')).toEqual([1, 1, 1]);
    expect(hoursOf('hour', 'Australia/Lord_Howe', '2026-10-03T14:30Z', '2026-10-03T17:00Z')).toEqual([1, 0.5, 1]);
    expect(hoursOf('hour', 'Australia/Lord_Howe', '2026-04-04T14:00Z', '2026-04-04T16:30Z')).toEqual([1, 0.5, 1]);
  });

  it('weeks start on Monday, months on the first, and the range cuts the first and last interval', () => {
    expect(starts('week', 'UTC', '2026-11-18T06:00Z', '2026-12-01T00:00Z')).toEqual([
      '2026-11-18T06:00',
      '2026-11-23T00:00',
      '2026-11-30T00:00',
    ]);
    expect(starts('month', 'America/New_York', '2025-12-15T00:00Z', '2026-04-15T00:00Z')).toEqual([
      '2025-12-15T00:00',
      '2026-01-01T05:00',
      '2026-02-01T05:00',
      '2026-03-01T05:00',
      '2026-04-01T04:00',
    ]);
  });

  it('cover a range without gaps in every time zone', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const range = { start: Date.UTC(2026, 0, 5, 11, 45), end: Date.UTC(2027, 0, 8) };
      const intervals = intervalsOf(range, 'month', zone(name));
      expect(intervals.at(-1)?.end).toBe(range.end);
      for (const [index, { start, end }] of intervals.entries()) {
        expect(start).toBe(intervals[index - 1]?.end ?? range.start);
        expect(end).toBeGreaterThan(start);
        // The roll-ups' buckets must not straddle a boundary.
        expect(start % 900_000, `${name} ${new Date(start).toISOString()}`).toBe(0);
      }
    }
  });

  it.each([
    ['hour', '2026-11-22T05:00Z', '2026-11-20T23:00:00.000Z'],
    ['day', '2026-11-21T23:00Z', '2026-10-22T22:00:00.000Z'],
    ['hour', '2026-11-22T23:10Z', '2026-11-21T18:00:00.000Z'],
    ['week', '2026-11-22T23:00Z', '2026-04-26T22:00:00.000Z'],
    ['month', '2026-11-30T23:00Z', '2024-05-31T22:00:00.000Z'],
  ] as const)('of a %s can be counted backwards', (length, end, start) => {
    expect(new Date(startOfLast(30, Date.parse(end), length, zone('Europe/Berlin'))).toISOString()).toBe(start);
  });
});

it('TimeZone.named() returns undefined for an unknown zone', () => {
  expect(TimeZone.named('Mars/Olympus')).toBeUndefined();
});
