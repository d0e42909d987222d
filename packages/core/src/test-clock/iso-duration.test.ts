import { describe, expect, it } from 'vitest';
import { addDuration } from './test-clocks.js';

const from = (moment: string, duration: string) => addDuration(new Date(moment), duration)?.toISOString();

describe('addDuration', () => {
  it.each([
    ['2026-01-31T12:00:00.000Z', 'P1M', '2026-02-28T12:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 'P1Y', '2029-02-28T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', 'P1Y2M', '2028-01-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', 'P2W', '2026-12-05T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', 'P1DT12H', '2026-11-22T12:00:00.000Z'],
    ['2026-11-21T23:59:59.999Z', 'PT1S', '2026-11-22T00:00:00.999Z'],
    ['2026-11-21T00:00:00.000Z', 'PT90M', '2026-11-21T01:30:00.000Z'],
    ['2026-11-21T00:00:00.000Z', 'P0D', '2026-11-21T00:00:00.000Z'],
  ])('%s plus %s is %s', (moment, duration, later) => {
    expect(from(moment, duration)).toBe(later);
  });

  it.each(['', 'P', 'PT', 'P1DT', '1D', 'P1H', 'P-1D', 'P1.5D', 'p1d', 'P1D '])('rejects %j', (text) => {
    expect(from('2026-11-21T00:00:00.000Z', text)).toBeUndefined();
  });

  it('returns an invalid date when the result is beyond the calendar', () => {
    const later = addDuration(new Date(), 'P999999Y');
    expect(Number.isNaN(later?.getTime())).toBe(true);
  });
});
