import { describe, expect, it } from 'vitest';
import { durationText } from './duration.js';

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [84.4, '84 ms'],
    [999, '999 ms'],
    [1_249, '1.2 s'],
    [9_999, '9.9 s'],
    [30_400, '30 s'],
    [60_000, '1 min'],
    [61_000, '1 min 1 s'],
    [900_000, '15 min'],
    [27_000_000, '7 h 30 min'],
    [86_400_000 + 59_000, '1 d'],
    [3 * 86_400_000 + 3_600_000, '3 d 1 h'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
