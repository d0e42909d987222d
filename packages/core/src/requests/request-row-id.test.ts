import { describe, expect, it } from 'vitest';
import { idTime } from '../platform/ids.js';
import { newRequestId } from '../platform/tracing/trace.js';
import { requestIdOf, rowIdOf, uuidOf } from './request-row-id.js';

describe('the row id of a request', () => {
  it('has the time of the request id', () => {
    const before = Date.now();
    const id = rowIdOf(newRequestId());
    const time = idTime(id ?? '0').getTime();
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  it('ends with the last 22 bits of the request id', () => {
    const first = `${Date.UTC(2025, 0, 1, 0, 0, 0, 1).toString(16).padStart(12, '0')}${'0'.repeat(14)}`;
    expect(rowIdOf(`req_${first}000000`)).toBe(String(1n << 22n));
    expect(rowIdOf(`req_${first}ffffff`)).toBe(String((2n << 22n) - 1n));
  });

  it('is another one for each request of a process', () => {
    const ids = Array.from({ length: 20_000 }, () => rowIdOf(newRequestId()));
    expect(new Set(ids).size).toBe(20_000);
  });

  it.each([
    '',
    'req_',
    `req_${'0'.repeat(32)}`,
    `req_${'f'.repeat(32)}`,
    `req_${'0'.repeat(31)}g`,
    `pay_${'1'.repeat(32)}`,
  ])('does not exist for %s', (requestId) => expect(rowIdOf(requestId)).toBeUndefined());
});

it('a request id is the same after Postgres has stored it', () => {
  const requestId = newRequestId();
  expect(requestId).toMatch(/^req_[0-9a-f]{32}$/);
  const stored = uuidOf(requestId).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  expect(requestIdOf(stored)).toBe(requestId);
});
