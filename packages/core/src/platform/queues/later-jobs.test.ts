import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aheadOfTime, inTime, LaterJobs } from './later-jobs.js';

const row = (n: number) => ({ environmentId: 1, id: String(n) });

let jobs: { readonly ids: string[]; readonly delayMs: number }[];
let later: LaterJobs;

const sending = (slicing: typeof inTime) =>
  new LaterJobs(slicing, (refs, delayMs) =>
    Promise.resolve(void jobs.push({ ids: refs.map(({ id }) => id), delayMs })),
  );

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  jobs = [];
  later = sending(aheadOfTime);
});

afterEach(() => void vi.useRealTimers());

describe('LaterJobs', () => {
  it('sends one job for rows due within a second, at the last of them, and none early', () => {
    for (const [n, delayMs] of [30_100, 30_900, 30_500, 31_100].entries()) later.add(row(n), delayMs);
    expect(jobs).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(jobs).toEqual([
      { ids: ['0', '1', '2'], delayMs: 30_800 },
      { ids: ['3'], delayMs: 31_000 },
    ]);
    vi.advanceTimersByTime(1_000);
    expect(jobs).toHaveLength(2);
  });

  it.each([
    ['a moment', [1_001, 1_019, 1_021], 10, [1_009, 1_011]],
    ['a few seconds', [2_010, 2_090, 2_110], 100, [1_990, 2_010]],
  ])('delays rows due in %s by little', (_, delays, gatherMs, sent) => {
    for (const [n, delayMs] of delays.entries()) later.add(row(n), delayMs);
    vi.advanceTimersByTime(gatherMs);
    expect(jobs).toEqual([
      { ids: ['0', '1'], delayMs: sent[0] },
      { ids: ['2'], delayMs: sent[1] },
    ]);
  });

  it('names at most fifty rows per job, and needs few jobs for many rows', () => {
    for (let n = 0; n < 4_000; n++) later.add(row(n), 24_000 + 3 * n);
    vi.advanceTimersByTime(100);
    expect(Math.max(...jobs.map(({ ids }) => ids.length))).toBe(50);
    expect(jobs.length).toBeLessThan(100);
    expect(new Set(jobs.flatMap(({ ids }) => ids)).size).toBe(4_000);
  });

  it('sends all that was gathered on flush', async () => {
    later.add(row(1), 30_000);
    await later.flush();
    expect(jobs).toEqual([{ ids: ['1'], delayMs: 30_000 }]);
    vi.advanceTimersByTime(1_000);
    expect(jobs).toHaveLength(1);
  });

  it('in time: sends rows when all that are due together are due, however many', async () => {
    later = sending(inTime);
    for (let n = 0; n < 60; n++) later.add(row(n), 1_001);
    later.add(row(60), 1_019);
    later.add(row(61), 1_021);
    vi.advanceTimersByTime(1_000);
    expect(jobs).toEqual([]);
    vi.advanceTimersByTime(43);
    expect(jobs.map(({ ids, delayMs }) => [ids.length, delayMs])).toEqual([
      [61, 0],
      [1, 0],
    ]);
    later.add(row(62), 1_000);
    await later.flush();
    expect(jobs.at(-1)).toEqual({ ids: ['62'], delayMs: 1_000 });
  });
});
