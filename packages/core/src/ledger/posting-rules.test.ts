import { describe, expect, it } from 'vitest';
import { entriesOf, type LedgerSource } from './posting-rules.js';

const rules: [LedgerSource, string, string, Record<string, bigint>][] = [
  ['payment', '1000', 'USD', { clearing: 1000n, merchant: -1000n }],
  ['payment', '999999999999', 'KWD', { clearing: 999_999_999_999n, merchant: -999_999_999_999n }],
  ['refund', '400', 'USD', { clearing: -400n, refunds: 400n }],
  ['refund', '1', 'JPY', { clearing: -1n, refunds: 1n }],
];

describe('entriesOf', () => {
  it.each(rules)('a %s of %s %s', (source, value, currency, amounts) => {
    const entries = entriesOf(source, value, currency);
    expect(Object.fromEntries(entries.map(({ account, amount }) => [account, amount]))).toEqual(amounts);
    expect(entries.map((entry) => entry.currency)).toEqual([currency, currency]);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  });
});
