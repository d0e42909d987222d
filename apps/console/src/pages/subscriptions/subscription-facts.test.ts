import { describe, expect, it } from 'vitest';
import { intervalText } from './subscription-facts.js';

describe('the interval of a subscription', () => {
  it.each([
    ['month', 1, 'every month'],
    ['week', 2, 'every 2 weeks'],
    ['day', 365, 'every 365 days'],
  ] as const)('%s, %d is %s', (interval, intervalCount, text) => {
    expect(intervalText({ interval, intervalCount })).toBe(text);
  });
});
