import { describe, expect, it } from 'vitest';
import { parseDuration } from './config-fields.js';

describe('parseDuration', () => {
  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['15m', 900_000],
    [' 2h ', 7_200_000],
    ['5d', 432_000_000],
    ['0s', 0],
  ])('%j', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each(['rejects %j', '30', '-1s', '1.5m', '15x', 's', '1 s'])('%j is none', (text) => {
    expect(() => parseDuration(text)).toThrow('expected a number followed by ms, s, m, h or d');
  });

  it('rejects more than a timer can hold', () => {
    expect(parseDuration('596h')).toBe(2_145_600_000);
    expect(() => parseDuration('597h')).toThrow('at most 596h');
  });
});
