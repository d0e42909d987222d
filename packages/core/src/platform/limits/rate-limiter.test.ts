import { eventually, startOwnRedis, startTcpProxy, type OwnRedis, type TcpProxy } from '@svc/testing';
import { Redis } from 'ioredis';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

const LIMIT = 100;

/** A Redis of this test file alone: it is paused and filled. */
let own: OwnRedis;
let control: Redis;
let logged: string[] = [];
const opened: { close(): unknown }[] = [];
let prefixes = 0;

beforeAll(async () => {
  own = await startOwnRedis();
  control = new Redis(own.url);
});

beforeEach(() => {
  logged = [];
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const thing of opened.splice(0)) thing.close();
});

afterAll(async () => {
  control.disconnect();
  await own.stop();
});

async function limiterAt(url: string, prefix = `limiter-${(prefixes += 1)}`): Promise<RateLimiter> {
  const logger = pino({}, { write: (line: string) => logged.push((JSON.parse(line) as { event: string }).event) });
  const limiter = new RateLimiter({ REDIS_URL: url, QUEUE_PREFIX: prefix, API_PROCESSES: 2 }, logger);
  opened.push({ close: () => limiter.onApplicationShutdown() });
  await limiter.connect();
  return limiter;
}

/** Opens limiters of one service that share a link to Redis. */
async function processes(count: number): Promise<{ limiters: RateLimiter[]; link: TcpProxy }> {
  const { hostname, port } = new URL(own.url);
  const link = await startTcpProxy(hostname, Number(port));
  opened.push(link);
  const prefix = `limiter-${(prefixes += 1)}`;
  const limiters = await Promise.all(Array.from({ length: count }, () => limiterAt(link.through(own.url), prefix)));
  return { limiters, link };
}

async function admittedOf(limiter: RateLimiter, requests: number, limit = LIMIT): Promise<number> {
  let admitted = 0;
  for (let n = 0; n < requests; n += 1) if ((await limiter.take('1', limit)).allowed) admitted += 1;
  return admitted;
}

async function used(): Promise<number> {
  return Number(await control.hget(`limiter-${prefixes}:limit:{1}`, 'used'));
}

/** Sends requests until the process logs the event. */
async function askedUntil(event: 'limits_local' | 'limits_shared', limiter: RateLimiter): Promise<void> {
  const seen = logged.length;
  await eventually(async () => {
    await limiter.peek('other', LIMIT);
    expect(logged.slice(seen)).toContain(event);
  });
}

describe('the limit of an account, with Redis', () => {
  it('counts over all processes, each account separately', async () => {
    const { limiters } = await processes(2);
    const asked = limiters.flatMap((limiter) => Array.from({ length: 15 }, () => limiter.take('1', 20)));
    expect((await Promise.all(asked)).filter(({ allowed }) => allowed)).toHaveLength(20);
    const others = await Promise.all(limiters.map((limiter) => limiter.take('2', 20)));
    expect(others.map(({ remaining }) => remaining).sort()).toEqual([18, 19]);
    expect(logged).toEqual([]);
  });

  it('peeks at the remaining requests without counting', async () => {
    const limiter = await limiterAt(own.url);
    await admittedOf(limiter, 3);
    for (let n = 0; n < 2; n += 1) expect(await limiter.peek('1', LIMIT)).toMatchObject({ remaining: LIMIT - 3 });
    expect(await used()).toBe(3);
  });

  it('sends concurrent requests in one write', async () => {
    const limiter = await limiterAt(own.url);
    await limiter.take('1', LIMIT);
    const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.take('1', LIMIT)));
    expect(writes.map((write) => write.mock.calls.length)).toEqual([0, 1]);
    expect(verdicts.at(-1)?.remaining).toBe(79);
    await limiter.take('1', LIMIT);
    expect(writes.map((write) => write.mock.calls.length)).toEqual([1, 1]);
  });

  it('sends its script again after Redis has dropped it', async () => {
    const limiter = await limiterAt(own.url);
    for (const remaining of [4, 3]) {
      await control.script('FLUSH');
      expect(await limiter.take('1', 5)).toMatchObject({ allowed: true, remaining });
    }
  });

  it('still counts over all processes when Redis takes a tenth of a second to respond', async () => {
    const { limiters } = await processes(2);
    await control.client('PAUSE', 100, 'ALL');
    const verdicts = await Promise.all(limiters.map((limiter) => limiter.take('1', LIMIT)));
    expect(verdicts.map(({ remaining }) => remaining).sort()).toEqual([98, 99]);
    expect(logged).toEqual([]);
  });
});

describe('the limit of an account, while Redis is unavailable', () => {
  it('is divided among the processes, with at least one request a minute', async () => {
    const limiter = await limiterAt('redis://127.0.0.1:1');
    const verdicts = [];
    for (let n = 0; n < 60; n += 1) verdicts.push(await limiter.take('1', LIMIT));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(50);
    expect(verdicts[0]).toMatchObject({ allowed: true, remaining: 49 });
    expect(verdicts.at(-1)).toMatchObject({ allowed: false, remaining: 0 });
    expect(verdicts.at(-1)?.resetSeconds).toBeGreaterThan(50);
    expect([await limiter.take('2', 1), await limiter.take('2', 1)].map(({ allowed }) => allowed)).toEqual([
      true,
      false,
    ]);
    for (let n = 0; n < 2; n += 1) expect(await limiter.peek('3', LIMIT)).toMatchObject({ remaining: 50 });
    expect(logged).toEqual(['limits_local']);
  });

  it.each(['cut', 'block'] as const)(
    'is applied locally without delay after a %s, and by Redis after recovery',
    async (fault) => {
      const { limiters, link } = await processes(1);
      const [limiter] = limiters as [RateLimiter];
      await limiter.take('1', LIMIT);
      link[fault]();
      expect(await limiter.take('1', LIMIT)).toMatchObject({ allowed: true, remaining: 49 });
      // Would take 30 seconds if each request waited for Redis.
      expect(await admittedOf(limiter, 60)).toBe(49);
      link.mend();
      await askedUntil('limits_shared', limiter);
      expect((await limiter.take('1', LIMIT)).remaining).toBeGreaterThan(90);
      expect(logged).toEqual(['limits_local', 'limits_shared']);
    },
  );

  it('is divided among the processes while Redis refuses writes', async () => {
    const limiter = await limiterAt(own.url);
    await control.config('SET', 'maxmemory', '1');
    try {
      await askedUntil('limits_local', limiter);
      expect(await admittedOf(limiter, 60)).toBe(50);
    } finally {
      await control.config('SET', 'maxmemory', '0');
    }
    await askedUntil('limits_shared', limiter);
    expect(await admittedOf(limiter, 60)).toBe(60);
  });

  it('is at most doubled within a minute, however often Redis fails and recovers', { timeout: 40_000 }, async () => {
    const { limiters, link } = await processes(2);
    let admitted = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const limiter of limiters) admitted += await admittedOf(limiter, 40);
      link.cut();
      for (const limiter of limiters) admitted += await admittedOf(limiter, 40);
      link.mend();
      for (const limiter of limiters) await askedUntil('limits_shared', limiter);
    }
    expect(admitted).toBe(2 * LIMIT);
  });
});
