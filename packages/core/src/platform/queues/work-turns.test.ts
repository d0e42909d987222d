import { beforeEach, describe, expect, it } from 'vitest';
import type { DuePlace } from './due-search.js';
import type { WorkRef } from './work-ref.js';
import { WorkTurns } from './work-turns.js';

const row = (environmentId: number, n: number): WorkRef => ({ environmentId, id: String(n) });
const rows = (environmentId: number, count: number): WorkRef[] =>
  Array.from({ length: count }, (_, n) => row(environmentId, environmentId * 100_000 + n));

let groups: { readonly refs: readonly WorkRef[]; readonly end: (error?: Error) => void }[];
let due: (WorkRef & DuePlace)[];
let looks: number[];
let logged: unknown[];
let queues: { ready: boolean };
let turns: WorkTurns;

beforeEach(() => {
  [groups, due, looks, logged, queues] = [[], [], [], [], { ready: true }];
  const source = {
    due: (graceMs: number, limit: number, after?: DuePlace) => {
      looks.push(graceMs);
      const from = after === undefined ? 0 : due.findIndex(({ id }) => id === after.id) + 1;
      return Promise.resolve(due.slice(from, from + limit));
    },
  };
  const workOn = (refs: readonly WorkRef[]): Promise<void> =>
    new Promise((resolve, reject) => {
      groups.push({ refs, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  const logger = { warn: (line: unknown) => void logged.push((line as { event: string }).event) };
  turns = new WorkTurns('payments', source, workOn, queues, logger);
});

const sizes = (): number[] => groups.map(({ refs }) => refs.length);

/** Ends a group, and lets what follows from it happen. */
async function end(n: number, error?: Error): Promise<void> {
  groups[n]?.end(error);
  await new Promise((resolve) => setImmediate(resolve));
}

function fallDue(refs: readonly WorkRef[]): void {
  due = refs.map((ref) => ({ ...ref, dueAt: '2026-01-01' }));
}

describe('turns at work', () => {
  it('begin at once, in groups, up to what is worked on at a time', async () => {
    turns.take([row(1, 1)]);
    expect(sizes()).toEqual([1]);
    turns.take(rows(2, 1_000));
    expect(sizes()).toEqual([1, 16, 16, 16]);
    await end(0);
    expect(sizes()).toEqual([1, 16, 16, 16, 16]);
  });

  it('wait for room for a whole group, so that what comes one by one goes together', async () => {
    for (let n = 0; n < 200; n++) turns.take([row(1, n)]);
    expect(sizes()).toEqual(Array.from({ length: 49 }, () => 1));
    await end(0);
    expect(sizes().slice(49)).toEqual([16]);
    await end(1);
    expect(sizes().slice(49)).toEqual([16]);
  });

  it('let whoever has a few go before the rest of whoever has thousands', async () => {
    turns.take(rows(1, 5_000));
    turns.take(rows(2, 3));
    await end(0);
    expect(groups[4]?.refs.filter(({ environmentId }) => environmentId === 2)).toHaveLength(3);
  });

  it('go on after one that failed', async () => {
    turns.take(rows(1, 65));
    await end(0, new Error('no connection'));
    expect([sizes(), logged]).toEqual([[16, 16, 16, 16, 1], ['claim_failed']]);
  });

  it('rest for a moment when Postgres is away, and keep what waits', async () => {
    turns.take(rows(1, 200));
    await end(0, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    for (const n of [1, 2, 3]) await end(n);
    expect(groups).toHaveLength(4);
    await expect.poll(() => sizes().slice(4), { timeout: 5_000 }).toEqual([16, 16, 16, 16]);
  });

  it('are not given twice to what waits', () => {
    turns.take(rows(1, 64));
    for (let n = 0; n < 3; n++) turns.take(rows(2, 10));
    for (const n of [0, 1, 2, 3]) groups[n]?.end();
    return expect.poll(() => groups.slice(4).flatMap(({ refs }) => refs)).toEqual(rows(2, 10));
  });
});

describe('a sweep', () => {
  it('finds what is due, after a while where queues bring it, else at once', async () => {
    fallDue(rows(1, 3));
    await turns.sweep(2_000);
    queues.ready = false;
    await turns.sweep(2_000);
    expect(looks).toEqual([2_000, 0]);
    expect(groups[0]?.refs).toMatchObject(rows(1, 3));
  });

  it('goes on where it left off as soon as there is room, and finds each once', async () => {
    fallDue(rows(1, 12_500));
    await turns.sweep(2_000);
    expect(looks).toHaveLength(10);
    for (let n = 0; n < groups.length; n++) await end(n);
    const done = groups.flatMap(({ refs }) => refs.map(({ id }) => id));
    expect([done.length, new Set(done).size]).toEqual([12_500, 12_500]);
    expect(looks).toHaveLength(13);
  });
});

describe('the end', () => {
  it('is when all that was begun is over, and nothing is begun before it', async () => {
    turns.take(rows(1, 100));
    let isOver = false;
    const over = turns.drain().then(() => (isOver = true));
    turns.take(rows(2, 1));
    for (const n of [0, 1, 2]) await end(n);
    expect([isOver, groups.length]).toEqual([false, 4]);
    await end(3);
    await over;
    await turns.sweep(0);
    expect([groups.length, looks]).toEqual([4, []]);
  });
});
