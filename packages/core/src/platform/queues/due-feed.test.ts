import { eventually } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { DueFeed, type DueQuery } from './due-feed.js';
import type { DueRef } from './due-rows.js';
import type { WorkRef } from './work-ref.js';

/** Due rows; the time is the id, with leading zeros. */
const rows = (environmentId: number, from: number, count: number): DueRef[] =>
  Array.from({ length: count }, (_, n) => ({
    environmentId,
    id: `${from + n}`,
    dueAt: `${from + n}`.padStart(6, '0'),
  }));

/** The due rows in Postgres, in the order of their environments. */
let due: DueRef[];
let queries: DueQuery[];
let fed: WorkRef[];
let run: WorkRef[];
let worker: { waiting: number; stopped: boolean };
let queues: { ready: boolean; full: boolean };
/** How many rows of a page find room. */
let room: number;
let feed: DueFeed;

beforeEach(() => {
  [due, queries, fed, run, worker, queues] = [
    [],
    [],
    [],
    [],
    { waiting: 0, stopped: false },
    { ready: true, full: false },
  ];
  const source = {
    due: (query: DueQuery) => {
      queries.push(query);
      const walked = [...new Set(due.map(({ environmentId }) => environmentId))].filter((id) => id > query.after);
      const page = walked.slice(0, query.environments);
      const { since = '' } = query;
      const isMeant = (id: number, row: DueRef): boolean =>
        row.environmentId === id && row.dueAt >= (since === '-infinity' ? '' : since);
      const refs = page.flatMap((id) => due.filter((row) => isMeant(id, row)).slice(0, query.rows));
      return Promise.resolve({ refs, last: page.length < query.environments ? undefined : page.at(-1) });
    },
  };
  const work = {
    run: (refs: readonly WorkRef[]) => void run.push(...refs),
    isWaiting: (ref: WorkRef) => run.includes(ref),
    get waiting() {
      return worker.waiting;
    },
    get stopped() {
      return worker.stopped;
    },
  };
  const send = (_queue: string, refs: readonly WorkRef[]): Promise<readonly WorkRef[] | undefined> => {
    if (!queues.ready || queues.full) return Promise.resolve(undefined);
    const entered = refs.filter((ref) => !fed.includes(ref)).slice(0, room);
    fed.push(...entered);
    return Promise.resolve(entered);
  };
  feed = new DueFeed('payments', source, work, {
    feed: send,
    get ready() {
      return queues.ready;
    },
  });
});

describe('a sweep', () => {
  it('adds jobs for rows after the grace period, and goes through all environments', async () => {
    due = Array.from({ length: 250 }, (_, n) => rows(n + 1, 1, 1)).flat();
    expect([await feed.sweep(2_000), await feed.sweep(2_000), await feed.sweep(2_000)]).toEqual([true, true, false]);
    expect(fed).toEqual(due);
    expect(queries.map(({ graceMs, after }) => [graceMs, after])).toEqual([
      [2_000, 0],
      [2_000, 100],
      [2_000, 200],
    ]);
    await feed.sweep(2_000);
    expect(queries.at(-1)?.after).toBe(0);
  });

  it('looks again, and further, at an environment with a full page', async () => {
    due = [...rows(1, 1, 99), ...rows(2, 1, 5_000), ...rows(3, 1, 1)];
    await feed.sweep(2_000);
    expect(queries.slice(1)).toEqual([{ graceMs: 0, after: 1, environments: 1, rows: 400, since: '-infinity' }]);
    expect(fed.filter(({ environmentId }) => environmentId === 2)).toHaveLength(400);
  });

  it('does nothing while thousands of rows wait in the worker, nor does a refill', async () => {
    due = rows(1, 1, 1);
    worker.waiting = 25_000;
    expect(await feed.sweep(0)).toBe(false);
    await feed.refill(1);
    expect(queries).toEqual([]);
    worker.waiting = 24_999;
    await feed.sweep(0);
    expect(fed).toEqual(due);
  });

  it('does nothing once the worker stops', async () => {
    due = rows(1, 1, 1);
    worker.stopped = true;
    expect(await feed.sweep(0)).toBe(false);
    await feed.refill(1);
    expect(queries).toEqual([]);
  });
});

describe('a refill', () => {
  it('concerns one environment, and only one at a time', async () => {
    due = [...rows(1, 1, 5), ...rows(2, 1, 5)];
    await Promise.all([feed.refill(1), feed.refill(1)]);
    expect(fed).toEqual(rows(1, 1, 5));
    await feed.refill(3);
    expect(fed).toHaveLength(5);
  });
  it('continues with the first row that found no room, and starts over once nothing is due', async () => {
    due = rows(1, 1, 1_000);
    room = 300;
    for (let n = 0; n < 4; n++) await feed.refill(1);
    expect(queries.map(({ since }) => since)).toEqual(['-infinity', '000300', '000600', '000900']);
    expect(fed).toEqual(due);
    await feed.refill(1);
    await feed.refill(1);
    expect(queries.slice(4).map(({ since }) => since)).toEqual(['001000', '-infinity']);
  });
});

describe('without Redis', () => {
  beforeEach(() => {
    queues.ready = false;
  });

  it('the worker takes rows as soon as they are due, each once', async () => {
    due = rows(1, 1, 5);
    expect(await feed.sweep(2_000)).toBe(true);
    expect(queries[0]?.graceMs).toBe(0);
    expect(await feed.sweep(2_000)).toBe(false);
    expect([run, fed]).toEqual([due, []]);
  });

  it('so it does while Redis is full', async () => {
    [queues.ready, queues.full] = [true, true];
    due = rows(1, 1, 5);
    expect(await feed.sweep(2_000)).toBe(true);
    expect([run, fed, queries[0]?.graceMs]).toEqual([due, [], 2_000]);
  });

  it('the next rows are read once few wait', async () => {
    due = rows(1, 1, 5);
    worker.waiting = 500;
    let isOver = false;
    const sweep = feed.sweep(2_000).then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isOver).toBe(false);
    worker.waiting = 499;
    await eventually(() => expect(isOver).toBe(true));
    await sweep;
  });
});
