import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SendOutcome } from '../sending/sender.js';
import { retryDelay, verdictOn } from './backoff.js';

const delays = [30_000, 900_000, 27_000_000];
const middle = () => 0.5;
const now = new Date('2026-11-21T09:00:00Z');
const day = 24 * 3_600_000;

describe('retryDelay', () => {
  test.each([
    [0, 30_000],
    [1, 900_000],
    [2, 27_000_000],
    [3, null],
    [4, null],
  ])('after %i retries: %j', (retriesMade, expected) => {
    expect(retryDelay(retriesMade, delays, middle)).toBe(expected);
  });

  test.each([
    [0, 24_000],
    [0.25, 27_000],
    [0.75, 33_000],
    [0.999_999, 36_000],
  ])('a random %d spreads 30 s to %i ms', (random, expected) => {
    expect(retryDelay(0, delays, () => random)).toBe(expected);
  });

  const asked = (statusCode: number, header: string, spread = 0) =>
    retryDelay(0, delays, () => spread, { statusCode, header, now });
  const own = 24_000;

  test.each([
    ['429 with seconds', 429, '120', 120_000],
    ['503 with seconds', 503, '120', 120_000],
    ['blanks around', 503, ' 120 ', 120_000],
    ['a date', 503, 'Sat, 21 Nov 2026 09:10:00 GMT', 600_000],
    ['a date in the form of RFC 850', 503, 'Saturday, 21-Nov-26 09:10:00 GMT', 600_000],
    ['a date in the form of asctime', 503, 'Sat Nov 21 09:10:00 2026', 600_000],
    ['more than a day', 503, '999999999', day],
    ['absurdly much', 429, '9'.repeat(400), day],
    ['less than our own delay', 429, '1', own],
    ['zero', 429, '0', own],
    ['a date in the past', 503, 'Sat, 21 Nov 2020 09:00:00 GMT', own],
    ['500, which is ignored', 500, '120', own],
    ['301, which is ignored', 301, '120', own],
    ['a negative number', 429, '-120', own],
    ['a fraction', 429, '120.5', own],
    ['nonsense', 429, 'later', own],
    ['nothing', 429, '', own],
    ['a date of another kind', 429, '2027-11-21T09:10:00Z', own],
  ])('Retry-After: %s', (_, statusCode, header, expected) => {
    expect(asked(statusCode, header)).toBe(expected);
  });

  test('never comes before Retry-After, and adds jitter to it', () => {
    expect(asked(429, '1000', 0.5)).toBe(1_100_000);
  });

  test('Retry-After does not add retries', () => {
    expect(retryDelay(3, delays, middle, { statusCode: 503, header: '60', now })).toBeNull();
  });

  test('stays within its bounds for any response', () => {
    const spread = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const header = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
    );
    fc.assert(
      fc.property(fc.nat(2), spread, fc.constantFrom(200, 429, 500, 503), header, (n, random, statusCode, text) => {
        const base = delays[n] ?? NaN;
        const wait = retryDelay(n, delays, () => random, { statusCode, header: text, now });
        expect(wait).toBeGreaterThanOrEqual(Math.round(base * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.max(day, base * 1.2));
      }),
    );
  });
});

describe('verdictOn', () => {
  const seconds = (...numbers: number[]): number[] => numbers.map((number) => number * 1_000);
  const schedules = {
    standard: seconds(30, 900, 27_000),
    extended: seconds(30, 300, 1_800, 7_200, 14_400, 28_800, 43_200),
  };
  const answered = (statusCode: number, retryAfter?: string): SendOutcome => ({
    kind: 'response',
    statusCode,
    responseExcerpt: '',
    durationMs: 1,
    retryAfter,
    headers: {},
    certificateExpiresAt: null,
  });
  const failed: SendOutcome = { kind: 'error', error: 'timeout', detail: '', durationMs: 1, sent: true };
  const on = (retrySchedule: 'standard' | 'extended', attempts: number, outcome: SendOutcome) =>
    verdictOn({ acknowledgeOn: '200', retrySchedule }, attempts, outcome, schedules, now);

  test.each([
    ['standard', 0, 30],
    ['standard', 1, 900],
    ['standard', 2, 27_000],
    ['standard', 3, null],
    // It was extended before.
    ['standard', 6, null],
    ['extended', 0, 30],
    ['extended', 1, 300],
    ['extended', 2, 1_800],
    ['extended', 3, 7_200],
    ['extended', 4, 14_400],
    ['extended', 5, 28_800],
    ['extended', 6, 43_200],
    ['extended', 7, null],
  ] as const)('%s, %i attempts before: the next one after %j s', (schedule, attempts, delay) => {
    for (const outcome of [failed, answered(500)]) {
      const { status, reason, retryAfterMs } = on(schedule, attempts, outcome);
      if (delay === null) {
        expect([status, reason, retryAfterMs]).toEqual(['failed', 'retries_exhausted', null]);
      } else {
        expect([status, reason]).toEqual(['pending', null]);
        expect(retryAfterMs).toBeGreaterThanOrEqual(delay * 800);
        expect(retryAfterMs).toBeLessThanOrEqual(delay * 1_200);
      }
    }
  });

  test.each([
    ['standard', 3],
    ['extended', 7],
  ] as const)('%s: delivered if the last attempt is acknowledged', (schedule, attempts) => {
    expect(on(schedule, attempts, answered(200))).toEqual({ status: 'delivered', reason: null, retryAfterMs: null });
  });

  test('a date in Retry-After counts from the given time, not from the clock of the host', () => {
    const { retryAfterMs } = on('standard', 0, answered(503, 'Sat, 21 Nov 2026 10:00:00 GMT'));
    expect(retryAfterMs).toBeGreaterThanOrEqual(3_600_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000 * 1.2);
  });

  test('Retry-After lengthens a delay of either schedule, and adds no retry', () => {
    for (const [schedule, last] of [['standard', 3] as const, ['extended', 7] as const]) {
      expect(on(schedule, 0, answered(503, '3600')).retryAfterMs).toBeGreaterThanOrEqual(3_600_000);
      expect(on(schedule, last, answered(503, '3600')).status).toBe('failed');
    }
  });
});
