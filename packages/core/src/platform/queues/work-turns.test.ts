import { deferred, type Deferred } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DuePlace } from './due-search.js';
import type { WorkRef } from './work-ref.js';
import { WorkTurns } from './work-turns.js';

const row = (environmentId: number, n: number): WorkRef => ({ environmentId, id: String(n) });
const rows = (environmentId: number, count: number): WorkRef[] =>
  Array.from({ length: count }, (_, n) => row(environmentId, environmentId * 100_000 + n));

/** A claim that resolves when the test says so. */
interface Group extends Deferred<readonly WorkRef[]> {
  readonly refs: readonly WorkRef[];
}

/** The steps of environments from this number on wait for the test. */
const SLOW = 50;

let groups: Group[];
let asked: (Deferred<void> & { readonly environmentId: number })[];
let due: (WorkRef & DuePlace)[];
let looks: number[];
let logged: unknown[];
let queues: { ready: boolean };
let turns: WorkTurns<WorkRef>;

beforeEach(() => {
  [groups, asked, due, looks, logged, queues] = [[], [], [], [], [], { ready: true }];
  const claims = {
    due: (graceMs: number, limit: number, after?: DuePlace) => {
      looks.push(graceMs);
      const from = after === undefined ? 0 : due.findIndex(({ id }) => id === after.id) + 1;
      return Promise.resolve(due.slice(from, from + limit));
    },
    claim: (refs: readonly WorkRef[]) => {
      const group = { refs, ...deferred<readonly WorkRef[]>() };
      groups.push(group);
      return group.promise;
    },
  };
  const step = (ref: WorkRef): Promise<void> => {
    if (ref.environmentId < SLOW) return Promise.resolve();
    const answer = { environmentId: ref.environmentId, ...deferred() };
    asked.push(answer);
    return answer.promise;
  };
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  turns = new WorkTurns('payments', claims, { step }, queues, { warn: log, error: log });
});

const sizes = (): number[] => groups.map(({ refs }) => refs.length);

/** Resolves a claim, and lets its consequences run. */
async function end(n: number, error?: Error): Promise<void> {
  const group = groups[n];
  if (error === undefined) group?.resolve(group.refs);
  else group?.reject(error);
  await new Promise((resolve) => setImmediate(resolve));
}

function fallDue(refs: readonly WorkRef[]): void {
  due = refs.map((ref) => ({ ...ref, dueAt: '2026-01-01' }));
}

describe('WorkTurns', () => {
  it('starts at once; a second group is claimed beside it once it is full', async () => {
    turns.take([row(1, 1)]);
    expect(sizes()).toEqual([1]);
    turns.take(Array.from({ length: 200 }, (_, n) => row(2 + (n % 40), 10 + n)));
    expect(sizes()).toEqual([1, 50]);
    await end(0);
    expect(sizes()).toEqual([1, 50, 50]);
  });

  it('claims together what arrives during a claim', async () => {
    for (let n = 0; n < 30; n++) turns.take([row(1, n)]);
    expect(sizes()).toEqual([1]);
    await end(0);
    expect(sizes()).toEqual([1, 29]);
  });

  it('lets an environment with a few rows go before the rest of one with thousands', async () => {
    turns.take(rows(1, 5_000));
    turns.take(rows(2, 3));
    await end(0);
    expect(groups[2]?.refs.filter(({ environmentId }) => environmentId === 2)).toHaveLength(3);
  });

  it('continues after a failed claim', async () => {
    turns.take(rows(1, 65));
    await end(0, new Error('no connection'));
    expect([sizes(), logged]).toEqual([[50, 15], ['claim_failed']]);
  });

  it('pauses while Postgres is unavailable, and keeps waiting rows', async () => {
    turns.take(rows(1, 200));
    await end(0, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    await end(1);
    const before = groups.length;
    await expect.poll(() => groups.length, { timeout: 5_000 }).toBeGreaterThan(before);
  });

  it('does not enqueue a waiting row twice', async () => {
    turns.take(rows(1, 64));
    for (let n = 0; n < 3; n++) turns.take(rows(2, 10));
    for (let n = 0; n < groups.length; n++) await end(n);
    const claimed = groups.flatMap(({ refs }) => refs);
    expect(claimed.filter(({ environmentId }) => environmentId === 2)).toEqual(rows(2, 10));
  });
});

describe('steps that wait for a slow processor', () => {
  async function settle(): Promise<void> {
    for (let n = 0; n < groups.length; n++) await end(n);
  }

  const askedOf = (environmentId: number): number =>
    asked.filter((each) => each.environmentId === environmentId).length;

  it('do not delay environments with a fast processor', async () => {
    turns.take(rows(50, 1_000));
    await settle();
    const before = groups.length;
    turns.take(rows(1, 1_000));
    await settle();
    expect(groups.slice(before).flatMap(({ refs }) => refs)).toEqual(rows(1, 1_000));
  });

  it('start as others finish, and waiting rows are not claimed', async () => {
    turns.take(rows(50, 1_000));
    await settle();
    expect([askedOf(50), groups.flatMap(({ refs }) => refs).length]).toEqual([64, 64]);
    for (const { resolve } of asked.slice(0, 10)) resolve();
    await settle();
    asked[10]?.reject(new Error('unreachable'));
    await settle();
    expect([askedOf(50), groups.flatMap(({ refs }) => refs).length]).toEqual([75, 75]);
    expect(logged).toEqual(['step_failed']);
  });

  it('leave room for other environments, however many are busy', async () => {
    for (let environment = 50; environment < 60; environment++) {
      turns.take(rows(environment, 1_000));
      await settle();
    }
    turns.take(rows(60, 1));
    await settle();
    expect([askedOf(50), askedOf(60)]).toEqual([64, 1]);
    for (const { resolve } of asked.splice(0)) resolve();
    await settle();
    for (let environment = 50; environment < 60; environment++) expect(askedOf(environment)).toBeGreaterThan(3);
  });

  it('are awaited at shutdown', async () => {
    turns.take(rows(50, 1));
    await settle();
    let isOver = false;
    const over = turns.drain().then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    asked[0]?.resolve();
    await over;
  });
});

describe('a sweep', () => {
  it('finds due rows after the grace period if queues work, otherwise at once', async () => {
    fallDue(rows(1, 3));
    await turns.sweep(2_000);
    queues.ready = false;
    await turns.sweep(2_000);
    expect(looks).toEqual([2_000, 0]);
    expect(groups[0]?.refs).toMatchObject(rows(1, 3));
  });

  it('continues where it stopped as soon as there is room, and finds each row once', async () => {
    fallDue(rows(1, 12_500));
    await turns.sweep(2_000);
    expect(looks).toHaveLength(10);
    for (let n = 0; n < groups.length; n++) await end(n);
    const done = groups.flatMap(({ refs }) => refs.map(({ id }) => id));
    expect([done.length, new Set(done).size]).toEqual([12_500, 12_500]);
    expect(looks).toHaveLength(13);
  });
});

describe('draining', () => {
  it('ends when all started work is done, and starts nothing more', async () => {
    turns.take(rows(1, 100));
    let isOver = false;
    const over = turns.drain().then(() => (isOver = true));
    turns.take(rows(2, 1));
    const started = groups.length;
    for (let n = 0; n < started - 1; n++) await end(n);
    expect([isOver, groups.length]).toEqual([false, started]);
    await end(started - 1);
    await over;
    await turns.sweep(0);
    expect([groups.length, looks]).toEqual([started, []]);
  });
});
