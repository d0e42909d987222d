import { expect, it } from 'vitest';
import { pollAfterFailureMs, pollMs } from './polling.js';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');

it.each([
  ['2026-11-21T09:29:59.000Z', 1_500],
  ['2026-11-21T09:29:00.000Z', 10_000],
  ['2026-11-20T09:30:00.000Z', 10_000],
  [NOW - 59_999, 1_500],
])('what changed at %s is read again after %d ms', (changedAt, milliseconds) => {
  expect(pollMs(changedAt, NOW)).toBe(milliseconds);
});

it('a read that failed without an answer is repeated', () => {
  expect(pollAfterFailureMs(new Error('The service cannot be reached.'))).toBe(5_000);
});
