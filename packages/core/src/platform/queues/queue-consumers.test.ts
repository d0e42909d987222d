import { eventually, startOwnRedis, type OwnRedis } from '@svc/testing';
import { Worker } from 'bullmq';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QueueConsumers, type MakeWorker } from './queue-consumers.js';
import { WorkQueues } from './work-queues.js';

const WATCH_EVERY_MS = 200;
const silent = pino({ level: 'silent' });
const refs = [{ environmentId: 1, id: '7', webhookId: '9' }];

let redis: OwnRedis;
let queues: WorkQueues;
let consumers: QueueConsumers;
let config: { REDIS_URL: string; QUEUE_PREFIX: string };
let made: Worker[];
let taken: unknown[];

beforeAll(async () => {
  redis = await startOwnRedis();
});

afterAll(() => redis.stop());

beforeEach(async () => {
  config = { REDIS_URL: redis.url, QUEUE_PREFIX: `test-${crypto.randomUUID()}` };
  queues = new WorkQueues(config, silent);
  await eventually(() => expect(queues.ready).toBe(true));
  [made, taken] = [[], []];
});

afterEach(async () => {
  await consumers.close();
  await queues.close();
});

/** Creates consumers: `first` makes the first worker, the default makes all later ones. */
function consume(first: MakeWorker, handle = (each: unknown): Promise<void> | void => void taken.push(each)): void {
  consumers = new QueueConsumers(config, silent, WATCH_EVERY_MS, (...args) => {
    const worker = made.length === 0 ? first(...args) : new Worker(...args);
    made.push(worker);
    return worker;
  });
  consumers.consume('deliveries', 1, handle);
}

async function severalLooks(): Promise<void> {
  const until = performance.now() + 5 * WATCH_EVERY_MS;
  await eventually(() => expect(performance.now()).toBeGreaterThan(until));
}

describe('the reader of a queue', () => {
  it('is replaced if jobs wait and it takes none', async () => {
    consume((queue, read, options) => new Worker(queue, read, { ...options, autorun: false }));
    await queues.hint('deliveries', refs);
    await eventually(() => expect(taken).toEqual([refs]));
    expect(made).toHaveLength(2);
    await queues.hint('deliveries', refs);
    await eventually(() => expect(taken).toEqual([refs, refs]));
    await severalLooks();
    expect(made).toHaveLength(2);
  });

  it('is kept while no jobs wait', async () => {
    consume((queue, read, options) => new Worker(queue, read, { ...options, autorun: false }));
    await severalLooks();
    expect(made).toHaveLength(1);
  });

  it('is kept while it is busy, however long', async () => {
    let finish = (): void => {};
    const busy = new Promise<void>((resolve) => (finish = resolve));
    consume(
      (...args) => new Worker(...args),
      (each) => {
        taken.push(each);
        return busy;
      },
    );
    await queues.hint('deliveries', refs);
    await eventually(() => expect(taken).toHaveLength(1));
    await queues.hint('deliveries', refs);
    await severalLooks();
    expect(made).toHaveLength(1);
    finish();
    await eventually(() => expect(taken).toHaveLength(2));
  });
});
