import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryDelay } from './backoff.js';

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
