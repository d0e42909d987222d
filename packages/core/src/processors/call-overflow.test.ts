import { beforeEach, expect, it, vi } from 'vitest';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { FairWorker } from '../platform/queues/fair-worker.js';
import { CallLimits } from './call-limits.js';
import { CallOverflow, type DeferredRow } from './call-overflow.js';
import { type CallSlot, CallSlots } from './call-slots.js';

const LIMIT = 4;
const rows = (processor: string, from: number, count: number): WorkRef[] =>
  Array.from({ length: count }, (_, n) => ({ environmentId: 1, id: String(from + n), processor }));

let now: number;
let limits: CallLimits;
let worker: FairWorker<WorkRef, CallSlot>;
let overflow: CallOverflow;
/** The rows whose calls have begun. */
let called: string[];
let written: DeferredRow[];
let later: string[];
let logged: unknown[];
let isAway: boolean;

beforeEach(() => {
  [now, called, written, later, logged, isAway] = [1_000, [], [], [], [], false];
  limits = new CallLimits(LIMIT, { isRemote: () => true }, () => now);
  limits.onRoom(() => worker.advance());
  const logger = { warn: (line: unknown) => void logged.push(line), error: () => {} };
  const work = {
    claim: (refs: readonly WorkRef[]) => Promise.resolve(refs),
    // It never answers.
    step: ({ id }: WorkRef) => {
      called.push(id);
      return new Promise<undefined>(() => {});
    },
  };
  const settings = { queue: 'payments', maxPerClaim: 50, maxClaims: 2 } as const;
  const lineOf = ({ processor = '' }: WorkRef): string => processor;
  worker = new FairWorker({ ...settings, lineOf }, work, new CallSlots(limits), logger);
  const defer = (rows: readonly DeferredRow[]): Promise<{ id: string }[]> => {
    if (isAway) return Promise.reject(new Error('Postgres is away'));
    written.push(...rows);
    // The last one was claimed by somebody else.
    return Promise.resolve(rows.slice(0, -1).map(({ ref }) => ({ id: ref.id })));
  };
  const addLater = (_queue: string, { id }: WorkRef): void => void later.push(id);
  overflow = new CallOverflow({ queue: 'payments', worker, limits, rows: { defer }, queues: { addLater }, logger });
});

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('defers what waits in excess for a processor without room, and works for the others', async () => {
  worker.run(rows('http:1', 1, 20));
  worker.run(rows('http:2', 101, 3));
  await soon();
  expect(called).toEqual(['1', '2', '3', '4', '101', '102', '103']);
  overflow.relieve();
  await soon();
  expect(written.map(({ ref }) => ref.id)).toEqual(Array.from({ length: 12 }, (_, n) => String(9 + n)));
  expect(later).toEqual(written.slice(0, -1).map(({ ref }) => ref.id));
  expect(worker.waiting).toBe(LIMIT);
  overflow.relieve();
  expect(written).toHaveLength(12);
});

it('defers nothing while there is room', () => {
  worker.run(rows('http:1', 1, LIMIT));
  overflow.relieve();
  expect(written).toEqual([]);
});

it('goes on after a pause that the processor asked for, also if nothing was claimed before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    limits.enter('http:1');
    limits.leave('http:1', { tookMs: 1, answer: 'refused' });
    worker.run(rows('http:1', 1, 2));
    await soon();
    expect(called).toEqual([]);
    // The timer fires a little before the pause has passed by the other clock.
    now += 999.4;
    vi.advanceTimersByTime(1_000);
    await soon();
    expect(called).toEqual([]);
    now += 0.6;
    vi.advanceTimersByTime(1);
    await soon();
    expect(called).toEqual(['1', '2']);
  } finally {
    vi.useRealTimers();
  }
});

it('leaves them due while Postgres is away', async () => {
  isAway = true;
  worker.run(rows('http:1', 1, 20));
  await soon();
  overflow.relieve();
  await soon();
  expect([later, logged.length, worker.waiting]).toEqual([[], 1, LIMIT]);
});
