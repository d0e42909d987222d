import { describe, expect, it } from 'vitest';
import { reachesThreshold, type Money } from './payment-amounts.js';

const usd = (value: number): Money => ({ value, currency: 'USD' });
const jpy = (value: number): Money => ({ value, currency: 'JPY' });

describe('an approval threshold', () => {
  it.each<[Money, Money[], boolean]>([
    [usd(1000), [], false],
    [usd(999), [usd(1000)], false],
    [usd(1000), [usd(1000)], true],
    [usd(1001), [usd(1000)], true],
    [usd(5000), [jpy(1000)], false],
    [usd(5000), [jpy(1), usd(5000)], true],
    [usd(200), [usd(1000), usd(100)], true],
  ])('%o against %o: %s', (amount, thresholds, expected) => {
    expect(reachesThreshold(amount, thresholds)).toBe(expected);
  });
});
