import { describe, expect, it } from 'vitest';
import { isBackground } from './console-fetch.js';

describe('isBackground', () => {
  it.each([
    [0, false],
    [30_000, false],
    [30_001, true],
  ])('%i ms after the last input is %s', (ms, expected) => {
    expect(isBackground(1_000, 1_000 + ms)).toBe(expected);
  });
});
