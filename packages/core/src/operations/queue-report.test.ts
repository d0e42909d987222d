import { eventually, startOwnRedis, type OwnRedis } from '@svc/testing';
import { Queue, UnrecoverableError, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readQueues, type QueueReport } from './queue-report.js';

let server: OwnRedis;
let redis: Redis;
let deliveries: Queue;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
  deliveries = new Queue('deliveries', { connection: redis, prefix: 'own' });
});

async function reportOn(queue: string): Promise<QueueReport | undefined> {
  const reports = await readQueues({ REDIS_URL: server.url, QUEUE_PREFIX: 'own' });
  return reports.find((report) => report.queue === queue);
}

/** Has these jobs fail with these reasons. */
async function failWith(reasons: readonly string[]): Promise<void> {
  const expected = (await deliveries.getFailedCount()) + reasons.length;
  await deliveries.addBulk(reasons.map((reason) => ({ name: 'retry', data: { reason } })));
  await whileWorking(
    ({ data }) => Promise.reject(new UnrecoverableError((data as { reason: string }).reason)),
    async () => expect(await deliveries.getFailedCount()).toBe(expected),
  );
}

/** Runs a worker until the expectation is met. */
async function whileWorking(work: (job: Job) => Promise<void>, expectation: () => Promise<void>): Promise<void> {
  const worker = new Worker('deliveries', work, { connection: redis, prefix: 'own', concurrency: 50 });
  worker.on('error', () => {});
  await eventually(expectation);
  await worker.close();
}

describe('the report on queues', () => {
  it('has no age without waiting jobs, and changes nothing', async () => {
    expect(await readQueues({ REDIS_URL: server.url, QUEUE_PREFIX: 'other' })).toEqual(
      ['payments', 'deliveries', 'refunds'].map((queue) => {
        return { queue, waiting: 0, delayed: 0, active: 0, failed: 0, oldestWaitingSeconds: null, failedCodes: {} };
      }),
    );
    expect(await redis.keys('other:*')).toEqual([]);
  });

  it('counts jobs by state, and says how long the oldest has been waiting', async () => {
    await deliveries.add('due', {}, { timestamp: Date.now() - 90_000 });
    await deliveries.add('due', {});
    await deliveries.add('due', {}, { delay: 60_000 });
    const report = await reportOn('deliveries');
    expect(report).toMatchObject({ waiting: 2, delayed: 1, active: 0, failed: 0 });
    expect(report?.oldestWaitingSeconds).toBeCloseTo(90, 0);
    expect(await reportOn('refunds')).toMatchObject({ waiting: 0, delayed: 0 });
  });

  it('counts the age of a delayed job from its time on', async () => {
    const job = await deliveries.add('due', {}, { timestamp: Date.now() - 90_000, delay: 70_000 });
    await job.promote();
    expect((await reportOn('deliveries'))?.oldestWaitingSeconds).toBeCloseTo(20, 0);
  });

  it('leaves repeated jobs out of the age', async () => {
    const opts = { timestamp: Date.now() - 90_000, attempts: 3, backoff: { type: 'fixed', delay: 60_000 } };
    const job = await deliveries.add('retry', {}, opts);
    await whileWorking(
      () => Promise.reject(new Error('http_500')),
      async () => expect(await deliveries.getDelayedCount()).toBe(1),
    );
    await job.promote();
    expect(await reportOn('deliveries')).toMatchObject({ waiting: 1, oldestWaitingSeconds: null });
    await deliveries.add('due', {}, { timestamp: Date.now() - 30_000 });
    expect((await reportOn('deliveries'))?.oldestWaitingSeconds).toBeCloseTo(30, 0);
  });

  it('counts failed jobs by code, most frequent first', async () => {
    await failWith(['timeout', 'http_500', 'http_500', 'timeout', 'http_500', 'job stalled more than allowable limit']);
    const report = await reportOn('deliveries');
    expect(Object.entries(report?.failedCodes ?? {})).toEqual([
      ['http_500', 3],
      ['timeout', 2],
      ['other', 1],
    ]);
    expect(report?.failed).toBe(6);
  });

  it('looks at the codes of the newest 1,000 failed jobs', async () => {
    await failWith(['timeout']);
    await failWith(Array.from({ length: 1_000 }, () => 'http_500'));
    const report = await reportOn('deliveries');
    expect([report?.failed, report?.failedCodes]).toEqual([1_001, { http_500: 1_000 }]);
  });
});

describe('without Redis', () => {
  it('the report names the reason', async () => {
    await expect(readQueues({ REDIS_URL: 'redis://127.0.0.1:1' })).rejects.toThrow(
      /^Redis \(REDIS_URL\) is not reachable: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });
});
