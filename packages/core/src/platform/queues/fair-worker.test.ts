import { deferred, type Deferred } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { TenantConcurrency } from './tenant-concurrency.js';
import type { WorkRef } from './work-ref.js';
import { FairWorker, type RowEnd, type StepEnd } from './fair-worker.js';

const row = (environmentId: number, n: number): WorkRef => ({ environmentId, id: String(n) });
const rows = (environmentId: number, count: number): WorkRef[] =>
  Array.from({ length: count }, (_, n) => row(environmentId, environmentId * 100_000 + n));

/** A claim that resolves when the test says so. */
interface Group extends Deferred<readonly WorkRef[]> {
  readonly refs: readonly WorkRef[];
}

/** The steps of environments from this number on wait for the test. */
const SLOW = 50;
const again: StepEnd = { kind: 'again', afterMs: 30_000, code: 'http_500', attempts: 13 };

let groups: Group[];
let asked: (Deferred<StepEnd> & { readonly environmentId: number })[];
let logged: unknown[];
let worker: FairWorker<WorkRef, number>;

beforeEach(() => {
  [groups, asked, logged] = [[], [], []];
  const claim = (refs: readonly WorkRef[]): Promise<readonly WorkRef[]> => {
    const group = { refs, ...deferred<readonly WorkRef[]>() };
    groups.push(group);
    return group.promise;
  };
  const step = (ref: WorkRef): Promise<StepEnd> => {
    if (ref.environmentId < SLOW) return Promise.resolve(undefined);
    const answer = { environmentId: ref.environmentId, ...deferred<StepEnd>() };
    asked.push(answer);
    return answer.promise;
  };
  const log = (line: unknown): void => void logged.push((line as { event: string }).event);
  const settings = { queue: 'payments', maxPerClaim: 50, maxClaims: 2, lineOf: ({ id }: WorkRef) => id } as const;
  worker = new FairWorker(settings, { claim, step }, new TenantConcurrency(), { warn: log, error: log });
});

/** Works on rows. Returns their ends as they come. */
function ended(refs: readonly WorkRef[], left: WorkRef[] = []): Map<string, RowEnd> {
  const ends = new Map<string, RowEnd>();
  worker.run(refs, { left: (ref) => left.push(ref), ended: ({ id }, end) => ends.set(id, end) });
  return ends;
}

const sizes = (): number[] => groups.map(({ refs }) => refs.length);
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Resolves a claim, and lets its consequences run. */
async function end(n: number, error?: Error): Promise<void> {
  const group = groups[n];
  if (error === undefined) group?.resolve(group.refs);
  else group?.reject(error);
  await soon();
}

/** Ends all claims, also those that follow. */
async function endAll(): Promise<void> {
  for (let n = 0; n < groups.length; n++) await end(n);
}

describe('FairWorker', () => {
  it('starts at once; a second group is claimed beside it once it is full', async () => {
    worker.run([row(1, 1)]);
    expect(sizes()).toEqual([1]);
    worker.run(Array.from({ length: 200 }, (_, n) => row(2 + (n % 100), 10 + n)));
    expect(sizes()).toEqual([1, 50]);
    await end(0);
    expect(sizes()).toEqual([1, 50, 50]);
  });

  it('claims together what arrives during a claim', async () => {
    for (let n = 0; n < 30; n++) worker.run([row(1, n)]);
    expect(sizes()).toEqual([1]);
    await end(0);
    expect(sizes()).toEqual([1, 29]);
  });

  it('lets an environment with a few rows go before the rest of one with thousands', async () => {
    worker.run(rows(1, 5_000));
    worker.run(rows(2, 3));
    await end(0);
    expect(groups[2]?.refs.filter(({ environmentId }) => environmentId === 2)).toHaveLength(3);
  });

  it('returns how the step of each row ended', async () => {
    const ends = ended([row(50, 1), row(50, 2), row(1, 3), row(50, 4)]);
    const [group] = groups;
    group?.resolve(group.refs.filter(({ id }) => id !== '2'));
    await soon();
    asked[0]?.resolve(again);
    asked[1]?.resolve({ kind: 'given_up', code: 'http_500' });
    await soon();
    const givenUp = { kind: 'given_up', code: 'http_500' };
    expect(ends).toEqual(
      new Map<string, unknown>([
        ['1', again],
        ['2', undefined],
        ['3', undefined],
        ['4', givenUp],
      ]),
    );
    expect(worker.heldFor(0)).toEqual([]);
  });

  it('reports a fault of the rows whose claim fails, and continues', async () => {
    const ends = ended(rows(1, 65));
    await end(0, new Error('no connection'));
    await endAll();
    expect([...ends.values()].filter((each) => each?.kind === 'fault')).toHaveLength(50);
    expect([sizes(), logged]).toEqual([[50, 15], ['claim_failed']]);
  });

  it('pauses while Postgres is unavailable, and keeps waiting rows', async () => {
    worker.run(rows(1, 200));
    await end(0, Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    await end(1);
    const before = groups.length;
    await expect.poll(() => groups.length, { timeout: 5_000 }).toBeGreaterThan(before);
  });

  it('does not enqueue a waiting row twice, but one again that is in progress', async () => {
    worker.run(rows(1, 64));
    for (let n = 0; n < 3; n++) worker.run(rows(2, 10));
    expect(worker.isWaiting(row(2, 200_001))).toBe(true);
    await endAll();
    const claimed = groups.flatMap(({ refs }) => refs);
    expect(claimed.filter(({ environmentId }) => environmentId === 2)).toEqual(rows(2, 10));
    worker.run([row(50, 1)]);
    await endAll();
    worker.run([row(50, 1)]);
    expect(groups.at(-1)?.refs).toEqual([row(50, 1)]);
  });

  it('holds rows until they are claimed, or turn out to be claimed by others', async () => {
    const left: WorkRef[] = [];
    const ends = ended([row(50, 1), row(50, 2)], left);
    expect([worker.heldFor(0), left]).toEqual([[row(50, 1), row(50, 2)], []]);
    groups[0]?.resolve([row(50, 1)]);
    await soon();
    expect([worker.heldFor(0), left, [...ends.keys()]]).toEqual([[], [row(50, 1), row(50, 2)], ['2']]);
    asked[0]?.resolve(undefined);
    await soon();
    expect([left.length, ends.size]).toEqual([2, 2]);
  });

  it('leaves cut rows to others', async () => {
    worker.run(rows(50, 64));
    const left: WorkRef[] = [];
    const ends = ended([row(1, 1), row(1, 2)], left);
    const cut = worker.cut((environmentId, line) => (environmentId === 1 && line === '2' ? 0 : Infinity));
    expect(cut).toEqual([row(1, 2)]);
    expect([left, [...ends]]).toEqual([[row(1, 2)], [['2', undefined]]]);
    await endAll();
    expect(groups.flatMap(({ refs }) => refs)).not.toContainEqual(row(1, 2));
  });
});

describe('steps that wait for a slow processor', () => {
  const askedOf = (environmentId: number): number =>
    asked.filter((each) => each.environmentId === environmentId).length;

  it('do not delay environments with a fast processor', async () => {
    worker.run(rows(50, 1_000));
    await endAll();
    const before = groups.length;
    worker.run(rows(1, 1_000));
    await endAll();
    expect(groups.slice(before).flatMap(({ refs }) => refs)).toEqual(rows(1, 1_000));
  });

  it('start as others finish, and waiting rows are not claimed', async () => {
    worker.run(rows(50, 1_000));
    await endAll();
    expect([askedOf(50), groups.flatMap(({ refs }) => refs).length]).toEqual([64, 64]);
    for (const { resolve } of asked.slice(0, 10)) resolve(undefined);
    await soon();
    await endAll();
    asked[10]?.reject(new Error('unreachable'));
    await soon();
    await endAll();
    expect([askedOf(50), groups.flatMap(({ refs }) => refs).length]).toEqual([75, 75]);
    expect(logged).toEqual(['step_failed']);
  });

  it('leave room for other environments, however many are busy', async () => {
    for (let environment = 50; environment < 60; environment++) {
      worker.run(rows(environment, 1_000));
      await endAll();
    }
    worker.run(rows(60, 1));
    await endAll();
    expect([askedOf(50), askedOf(60)]).toEqual([64, 1]);
    for (const { resolve } of asked.splice(0)) resolve(undefined);
    await soon();
    await endAll();
    for (let environment = 50; environment < 60; environment++) expect(askedOf(environment)).toBeGreaterThan(3);
  });
});

describe('draining', () => {
  it('leaves waiting rows to others, waits for steps, and starts nothing more', async () => {
    const ends = ended([...rows(50, 100), ...rows(1, 1)]);
    await endAll();
    let isOver = false;
    const over = worker.drain().then(() => (isOver = true));
    expect(ends.has(rows(50, 100)[99]?.id ?? '')).toBe(true);
    const started = groups.length;
    const left: WorkRef[] = [];
    expect([[...ended(rows(2, 1), left).values()], left]).toEqual([[undefined], rows(2, 1)]);
    await soon();
    expect([isOver, groups.length]).toEqual([false, started]);
    for (const { resolve } of asked) resolve(undefined);
    await over;
    expect(worker.heldFor(0)).toEqual([]);
  });
});
