import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkRef } from '../../platform/queues/work-queues.js';
import { RetryHints } from './retry-hints.js';

const delivery = (n: number) => ({ environmentId: 1, id: String(n), webhookId: '10', eventId: '50' });

let jobs: { readonly ids: string[]; readonly delayMs: number; readonly jobId: string }[];
let hints: RetryHints;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  jobs = [];
  const hintLater = (_queue: string, refs: readonly WorkRef[], delayMs: number, jobId: string): Promise<void> =>
    Promise.resolve(void jobs.push({ ids: refs.map(({ id }) => id), delayMs, jobId }));
  hints = new RetryHints({ hintLater });
});

afterEach(() => void vi.useRealTimers());

describe('RetryHints', () => {
  it('sends a hint for a near retry at once, as a job of its own', () => {
    hints.add(delivery(1), 1, 1_000);
    hints.add(delivery(2), 3, 1_000);
    expect(jobs).toEqual([
      { ids: ['1'], delayMs: 1_000, jobId: 'dlv_1_1' },
      { ids: ['2'], delayMs: 1_000, jobId: 'dlv_2_3' },
    ]);
  });

  it('sends one job for retries due within a second, at the last of them, and none early', () => {
    for (const [n, delayMs] of [30_100, 30_900, 30_500, 31_100].entries()) hints.add(delivery(n), 1, delayMs);
    expect(jobs).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(jobs).toEqual([
      { ids: ['0', '1', '2'], delayMs: 30_800, jobId: 'dlv_0_1' },
      { ids: ['3'], delayMs: 31_000, jobId: 'dlv_3_1' },
    ]);
    vi.advanceTimersByTime(1_000);
    expect(jobs).toHaveLength(2);
  });

  it('delays retries due in a few seconds by at most a tenth of a second', () => {
    for (const [n, delayMs] of [2_010, 2_090, 2_110].entries()) hints.add(delivery(n), 1, delayMs);
    vi.advanceTimersByTime(100);
    expect(jobs.map(({ ids, delayMs }) => [ids, delayMs])).toEqual([
      [['0', '1'], 1_990],
      [['2'], 2_010],
    ]);
  });

  it('names at most fifty retries per job, and needs few jobs for many retries', () => {
    for (let n = 0; n < 4_000; n++) hints.add(delivery(n), 1, 24_000 + 3 * n);
    vi.advanceTimersByTime(100);
    expect(Math.max(...jobs.map(({ ids }) => ids.length))).toBe(50);
    expect(jobs.length).toBeLessThan(100);
    expect(new Set(jobs.flatMap(({ ids }) => ids)).size).toBe(4_000);
  });

  it('sends all hints on flush', async () => {
    hints.add(delivery(1), 1, 30_000);
    await hints.flush();
    expect(jobs).toEqual([{ ids: ['1'], delayMs: 30_000, jobId: 'dlv_1_1' }]);
    vi.advanceTimersByTime(1_000);
    expect(jobs).toHaveLength(1);
  });
});
