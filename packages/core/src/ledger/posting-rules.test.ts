import { describe, expect, it } from 'vitest';
import { entriesOf, type Movement } from './posting-rules.js';

const rules: [Movement, string, string, Record<string, bigint>][] = [
  ['payment completed', '1000', 'USD', { clearing: 1000n, merchant: -1000n }],
  ['payment completed', '999999999999', 'KWD', { clearing: 999_999_999_999n, merchant: -999_999_999_999n }],
  ['refund completed', '400', 'USD', { clearing: -400n, refunds: 400n }],
  ['refund completed', '1', 'JPY', { clearing: -1n, refunds: 1n }],
  ['dispute withdrawn', '400', 'USD', { clearing: -400n, disputes: 400n }],
  ['dispute reinstated', '400', 'USD', { clearing: 400n, disputes: -400n }],
  ['refund reversed', '400', 'USD', { clearing: 400n, refunds: -400n }],
];

describe('entriesOf', () => {
  it.each(rules)('a %s of %s %s', (movement, value, currency, amounts) => {
    const entries = entriesOf(movement, value, currency);
    expect(Object.fromEntries(entries.map(({ account, amount }) => [account, amount]))).toEqual(amounts);
    expect(entries.map((entry) => entry.currency)).toEqual([currency, currency]);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  });
});
