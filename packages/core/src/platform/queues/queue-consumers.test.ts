import { setTimeout as sleep } from 'node:timers/promises';
import { deferred, eventually, startOwnRedis, type OwnRedis } from '@svc/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobHandler } from './job-handler.js';
import { QueueConsumers, type MakeWorker } from './queue-consumers.js';
import { WorkQueues } from './work-queues.js';
import type { CommittedRef, WorkRef } from './work-ref.js';
import type { RowEnd, RowWatch } from './fair-worker.js';

const WATCH_EVERY_MS = 200;
const silent = pino({ level: 'silent' });
const refs = [{ environmentId: 1, id: '7', webhookId: '9' }];
const [ref] = refs as [WorkRef];
const fault = { kind: 'fault' } as const;
const again = (afterMs: number): RowEnd => ({ kind: 'again', afterMs, code: 'http_500', attempts: 3 });

let server: OwnRedis;
let redis: Redis;
let queues: WorkQueues;
let consumers: QueueConsumers;
let config: { REDIS_URL: string; QUEUE_PREFIX: string };
let made: Worker[];
let taken: WorkRef[][];
/** How the steps of the next rows end, in order; undefined by default. */
let ends: (() => Promise<RowEnd>)[];
/** The claim of the rows. */
let claim: Promise<void>;
let refilled: number[];
let queue: Queue;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  config = { REDIS_URL: server.url, QUEUE_PREFIX: `test-${crypto.randomUUID()}` };
  queues = new WorkQueues(config, silent);
  await eventually(() => expect(queues.ready).toBe(true));
  [made, taken, ends, refilled] = [[], [], [], []];
  claim = Promise.resolve();
  queue = new Queue('deliveries', { connection: redis, prefix: config.QUEUE_PREFIX });
});

afterEach(async () => {
  await consumers.close();
  await queues.close();
});

/** Takes jobs: `first` makes the first worker, the default makes all later ones. */
function consume(first: MakeWorker = (...args) => new Worker(...args), watchEveryMs = WATCH_EVERY_MS): void {
  consumeEvery(watchEveryMs, first);
}

/** The same; without a time, the consumers check as often as in production. */
function consumeEvery(watchEveryMs: number | undefined, first: MakeWorker): void {
  consumers = new QueueConsumers(config, silent, watchEveryMs, (...args) => {
    const worker = made.length === 0 ? first(...args) : new Worker(...args);
    made.push(worker);
    return worker;
  });
  const run = (rows: readonly WorkRef[], watch: RowWatch = {}): void => {
    taken.push([...rows]);
    for (const row of rows) {
      const end = ends.shift()?.() ?? Promise.resolve(undefined);
      void claim.then(async () => {
        watch.left?.(row);
        watch.ended?.(row, await end);
      });
    }
  };
  const refill = (environmentId: number): Promise<void> => Promise.resolve(void refilled.push(environmentId));
  consumers.consume(new JobHandler('deliveries', { run, heldFor: () => [] }, { refill }, queues));
}

async function severalLooks(): Promise<void> {
  const until = performance.now() + 5 * WATCH_EVERY_MS;
  await eventually(() => expect(performance.now()).toBeGreaterThan(until));
}

const inWindow = (set: string): Promise<number> => redis.zcard(`${config.QUEUE_PREFIX}:window:deliveries:${set}`);

describe('the reader of a queue', () => {
  it('is replaced if jobs wait and it takes none', async () => {
    consume((name, read, options) => new Worker(name, read, { ...options, autorun: false }));
    await queues.add('deliveries', refs);
    await eventually(() => expect(taken).toEqual([refs]));
    expect(made).toHaveLength(2);
    await queues.add('deliveries', refs);
    await eventually(() => expect(taken).toEqual([refs, refs]));
    await severalLooks();
    expect(made).toHaveLength(2);
  });

  it('is replaced if delayed jobs are overdue and it takes none', async () => {
    consume((name, read, options) => new Worker(name, read, { ...options, autorun: false }));
    await queue.add('retry', { refs: ['1-7-9'] }, { delay: 1, timestamp: Date.now() - 60_000 });
    await eventually(() => expect(taken).toEqual([refs]));
  });

  it('is replaced within thirty seconds by default', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      consumeEvery(undefined, (name, read, options) => new Worker(name, read, { ...options, autorun: false }));
      await queues.add('deliveries', refs);
      // The first check notes that nothing is taken, and asks Redis; a later one replaces the reader.
      for (let seconds = 0; seconds < 30 && made.length < 2; seconds++) {
        vi.advanceTimersByTime(1_000);
        await sleep(100);
      }
      await eventually(() => expect(made).toHaveLength(2));
    } finally {
      vi.useRealTimers();
    }
    await eventually(() => expect(taken).toEqual([refs]));
  });

  it('is kept while no jobs wait', async () => {
    consume((name, read, options) => new Worker(name, read, { ...options, autorun: false }));
    await severalLooks();
    expect(made).toHaveLength(1);
  });

  it('is kept while it takes further jobs, however long the first takes', async () => {
    const first = deferred<RowEnd>();
    ends = [() => first.promise];
    consume();
    await queues.add('deliveries', refs);
    await eventually(() => expect(taken).toHaveLength(1));
    await queues.add('deliveries', refs);
    await eventually(() => expect(taken).toHaveLength(2));
    await severalLooks();
    expect([made.length, await queue.getActiveCount()]).toEqual([1, 1]);
    first.resolve(undefined);
    await eventually(async () => expect(await queue.getActiveCount()).toBe(0));
  });
});

describe('a job', () => {
  it('is active until its rows are done, which leave their window once they are claimed', async () => {
    const [claimed, end] = [deferred(), deferred<RowEnd>()];
    claim = claimed.promise;
    ends = [() => end.promise];
    consume();
    await queues.add('deliveries', refs);
    await eventually(() => expect(taken).toEqual([refs]));
    expect([await queue.getActiveCount(), await inWindow('1')]).toEqual([1, 1]);
    claimed.resolve();
    await eventually(async () => expect([await queue.getActiveCount(), await inWindow('1')]).toEqual([1, 0]));
    end.resolve(undefined);
    await eventually(async () => expect(await queue.getActiveCount()).toBe(0));
  });

  it('is taken although hundreds of each of two environments wait for a place', async () => {
    const end = deferred<RowEnd>();
    const jobs = Array.from({ length: 600 }, (_, n) => ({
      name: 'retry',
      data: { refs: [`${1 + (n % 2)}-${n + 1}-9`] },
    }));
    ends = jobs.map(() => () => end.promise);
    await queue.addBulk(jobs);
    consume(undefined, 60_000);
    const other = [{ environmentId: 3, id: '7', webhookId: '9' }];
    await queues.add('deliveries', other);
    await eventually(() => expect(taken.at(-1)).toEqual(other), { timeoutMs: 30_000 });
    expect(taken).toHaveLength(601);
    end.resolve(undefined);
  });

  it('of a row that is due again is followed by one of its own, which is repeated until the row is done', async () => {
    ends = [() => Promise.resolve(again(50)), () => Promise.resolve(again(3_600_000))];
    consume();
    await queues.add('deliveries', refs);
    await eventually(async () => expect([taken.length, await queue.getDelayedCount()]).toEqual([2, 1]));
    const [job] = await queue.getDelayed();
    expect(job).toMatchObject({ name: 'retry', attemptsMade: 1, failedReason: 'http_500', data: { refs: ['1-7-9'] } });
    expect(job?.opts.attempts).toBe(3);
    expect(job?.delay).toBe(3_600_050);
    expect([await inWindow('1'), await inWindow('later:1')]).toEqual([0, 1]);
    await job?.promote();
    await eventually(async () => expect(await queue.getJobCountByTypes('delayed', 'active', 'waiting')).toBe(0));
    expect(taken).toEqual([refs, refs, refs]);
  });

  it('of a row that fails for good is kept as failed, with a code', async () => {
    ends = [() => Promise.resolve(again(0)), () => Promise.resolve({ kind: 'given_up', code: 'http_410' } as const)];
    consume();
    await queues.add('deliveries', refs);
    await eventually(async () => expect(await queue.getFailedCount()).toBe(1));
    const [job] = await queue.getFailed();
    expect(job).toMatchObject({ failedReason: 'http_410', stacktrace: [] });
    expect((await queues.depths()).find((depth) => depth.queue === 'deliveries')?.jobs.failed).toBe(1);
  });

  it('of its own is repeated after a fault', async () => {
    ends = [() => Promise.resolve(again(0)), () => Promise.resolve(fault)];
    consume();
    await queues.add('deliveries', refs);
    await eventually(async () => {
      const [job] = await queue.getDelayed();
      expect([job?.delay, job?.failedReason]).toEqual([5_050, 'fault']);
    });
  });

  it('with others is over after a fault, and its rows are left to the background task', async () => {
    ends = [() => Promise.resolve(fault)];
    consume();
    await queues.add('deliveries', [ref, { ...ref, id: '8' }]);
    await eventually(async () => expect([taken.length, await inWindow('1')]).toEqual([1, 0]));
    expect(await queue.getJobCountByTypes('delayed', 'active', 'waiting', 'failed')).toBe(0);
  });

  it('lets its environment be refilled if more rows are due than fit', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => ({ environmentId: 3, id: String(n) }));
    consume();
    await queues.add('deliveries', rows);
    await eventually(() => expect(refilled).toEqual([3]));
    expect(taken.flat()).toHaveLength(500);
  });
});

describe('a row of a commit that is due later', () => {
  const dueIn = (dueInMs: number): CommittedRef[] => refs.map((each) => ({ ...each, dueInMs }));

  it('has a job when it is due, also if Redis was unreachable at the commit', async () => {
    await queues.close();
    queues = new WorkQueues(config, silent);
    expect(queues.ready).toBe(false);
    consume();
    const begun = performance.now();
    await queues.add('deliveries', dueIn(300));
    await eventually(() => expect(taken).toEqual([refs]));
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
  });

  it('has a delayed job of at most fifty rows if its process ends before', async () => {
    consume();
    const rows = Array.from({ length: 60 }, (_, n) => ({ environmentId: 1, id: String(n + 1), dueInMs: 1_000 }));
    // All rows are added at the same instant, so none of them is in a later slice.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const adding = queues.add('deliveries', rows);
    clock.mockRestore();
    await adding;
    await queues.close();
    expect(await queue.getDelayedCount()).toBe(2);
    await eventually(() => expect(taken.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([10, 50]));
  });
});
