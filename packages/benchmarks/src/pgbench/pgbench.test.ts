import { describe, expect, it } from 'vitest';
import { readRate } from './pgbench.js';

const report = (failed: number): string =>
  [
    'number of transactions actually processed: 62355',
    `number of failed transactions: ${failed} (0.000%)`,
    'latency average = 5.118 ms',
    'initial connection time = 91.422 ms',
    'tps = 12503.722480 (without initial connection time)',
  ].join('\n');

describe("pgbench's report", () => {
  it('contains the rate', () => {
    expect(readRate(report(0))).toBe(12_504);
  });

  it('is refused when transactions failed', () => {
    expect(() => readRate(report(1))).toThrow('pgbench failed');
  });

  it('is refused without a rate', () => {
    expect(() => readRate('pgbench (18)')).toThrow('pgbench failed');
  });
});
