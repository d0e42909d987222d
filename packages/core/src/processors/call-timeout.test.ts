import { expect, it } from 'vitest';
import { callTimeout } from './call-timeout.js';

it.each([
  [15_000, 45_000, 2, 15_000],
  [15_000, 45_000, 5, 8_000],
  [15_000, 20_000, 2, 7_500],
  [400, 6_000, 5, 400],
])('a timeout of %i ms with a lease of %i ms and %i calls is %i ms', (timeoutMs, leaseMs, calls, expected) => {
  expect(callTimeout({ PROCESSOR_TIMEOUT: timeoutMs, PAYMENT_LEASE: leaseMs }, calls)).toBe(expected);
});

it.each([1_000, 5_000, 6_000, 45_000, 600_000])('the lease of %i ms outlasts the calls of a step', (leaseMs) => {
  for (const calls of [2, 5]) {
    const timeoutMs = callTimeout({ PROCESSOR_TIMEOUT: 300_000, PAYMENT_LEASE: leaseMs }, calls);
    expect(timeoutMs).toBeGreaterThan(0);
    expect(timeoutMs * calls).toBeLessThanOrEqual(leaseMs - Math.min(5_000, leaseMs / 4));
  }
});
