import { eventually, startOwnRedis, startTcpProxy, type OwnRedis, type TcpProxy } from '@svc/testing';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.js';

const LIMIT = 100;

/** Of the test file alone: it is paused. */
let own: OwnRedis;
let control: Redis;
const opened: { close(): unknown }[] = [];
let prefixes = 0;

beforeAll(async () => {
  own = await startOwnRedis();
  control = new Redis(own.url);
});

afterEach(() => {
  for (const thing of opened.splice(0)) thing.close();
});

afterAll(async () => {
  control.disconnect();
  await own.stop();
});

async function limiterAt(url: string, prefix: string, mostAccounts?: number): Promise<RateLimiter> {
  const config = { REDIS_URL: url, QUEUE_PREFIX: prefix, API_PROCESSES: 2 };
  const limiter = new RateLimiter(config, pino({ level: 'silent' }), undefined, mostAccounts);
  opened.push({ close: () => limiter.onApplicationShutdown() });
  await limiter.onApplicationBootstrap();
  return limiter;
}

/** Two processes of one service, each with a link of its own to Redis. */
async function twoProcesses(): Promise<{ limiters: RateLimiter[]; links: TcpProxy[] }> {
  const { hostname, port } = new URL(own.url);
  const prefix = `limiter-${(prefixes += 1)}`;
  const links = await Promise.all([0, 1].map(() => startTcpProxy(hostname, Number(port))));
  opened.push(...links);
  return { links, limiters: await Promise.all(links.map((link) => limiterAt(link.through(own.url), prefix))) };
}

/** Asks all of them, some requests at a time, until it is told to stop; counts what they let through. */
function flood(limiters: readonly RateLimiter[], account = '1'): { admitted: number; stop(): Promise<void> } {
  const state = { admitted: 0, stopped: false };
  const runs = limiters.flatMap((limiter) =>
    [0, 1, 2, 3].map(async () => {
      while (!state.stopped) {
        if ((await limiter.take(account, LIMIT)).allowed) state.admitted += 1;
        await sleep(25);
      }
    }),
  );
  return {
    get admitted() {
      return state.admitted;
    },
    stop: async () => {
      state.stopped = true;
      await Promise.all(runs);
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How many of so many requests, one after the other, it lets through. */
async function admittedOf(limiter: RateLimiter, requests: number): Promise<number> {
  let admitted = 0;
  for (let n = 0; n < requests; n += 1) if ((await limiter.take('1', LIMIT)).allowed) admitted += 1;
  return admitted;
}

/** How many of the account Redis has counted. */
async function used(): Promise<number> {
  return Number(await control.hget(`limiter-${prefixes}:limit:{1}`, 'used'));
}

/** When Redis has decided again, and so been told of everything, it finds the account's limit used up to the end. */
async function useUp(limiters: readonly RateLimiter[]): Promise<number> {
  let admitted = 0;
  await eventually(
    async () => {
      for (const limiter of limiters) admitted += await admittedOf(limiter, 1);
      expect(await used()).toBeGreaterThanOrEqual(LIMIT);
    },
    { intervalMs: 10 },
  );
  return admitted;
}

describe('the limit of an account, over two processes', { timeout: 40_000 }, () => {
  it('is never exceeded when Redis hangs for 400 ms again and again, and is reached in the end', async () => {
    const { limiters } = await twoProcesses();
    const requests = flood(limiters);
    for (let round = 0; round < 8; round += 1) {
      await control.client('PAUSE', 400, 'ALL');
      await control.ping();
      await sleep(300);
    }
    await requests.stop();
    const total = requests.admitted + (await useUp(limiters));
    expect(total).toBeLessThanOrEqual(LIMIT);
    expect(total).toBeGreaterThan(LIMIT * 0.7);
  });

  it('is never exceeded when Redis was away for both, and one finds it again before the other', async () => {
    const { limiters, links } = await twoProcesses();
    const [one, other] = limiters as [RateLimiter, RateLimiter];
    for (const limiter of limiters) await admittedOf(limiter, 10);
    for (const link of links) link.cut();
    expect(await admittedOf(one, 10)).toBe(10);
    links[0]?.mend();
    await eventually(async () => expect(await used()).toBe(30));
    // Redis would grant all 70 now, but the other has its share to spend.
    expect(await admittedOf(one, LIMIT)).toBe(30);
    expect(await admittedOf(other, LIMIT)).toBe(40);
    links[1]?.mend();
    await eventually(async () => expect(await used()).toBe(LIMIT));
    await eventually(async () => expect(await one.take('1', LIMIT)).toMatchObject({ allowed: false, remaining: 0 }));
  });

  it('is never exceeded when one of them lost Redis and the other asks for all that is left afterwards', async () => {
    const { limiters, links } = await twoProcesses();
    const [one, other] = limiters as [RateLimiter, RateLimiter];
    await admittedOf(one, 10);
    links[0]?.cut();
    expect(await admittedOf(one, 20)).toBe(20);
    links[0]?.mend();
    // It tells Redis without having been asked again.
    await eventually(async () => expect(await used()).toBe(30));
    expect(await admittedOf(other, LIMIT)).toBe(70);
    expect(await one.take('1', LIMIT)).toMatchObject({ allowed: false, remaining: 0 });
  });
});

describe('a process without Redis', () => {
  it('admits its share of what Redis last said was left, and says when there is more', async () => {
    const { limiters, links } = await twoProcesses();
    const [limiter, other] = limiters as [RateLimiter, RateLimiter];
    for (let n = 0; n < 60; n += 1) await other.take('1', LIMIT);
    await limiter.take('1', LIMIT);
    links[0]?.cut();
    const verdicts = [];
    for (let n = 0; n < 40; n += 1) verdicts.push(await limiter.take('1', LIMIT));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(19);
    expect(verdicts[0]).toMatchObject({ allowed: true, remaining: 18 });
    expect(verdicts.at(-1)).toMatchObject({ allowed: false, remaining: 0 });
    expect(verdicts.at(-1)?.resetSeconds).toBeGreaterThan(55);
    // An account that it has not heard of has a share of its limit.
    const unheard = [];
    for (let n = 0; n < 60; n += 1) unheard.push(await limiter.take('2', LIMIT));
    expect(unheard.filter(({ allowed }) => allowed)).toHaveLength(50);
  });

  it('remembers a bounded number of accounts, those that asked last', async () => {
    const limiter = await limiterAt('redis://127.0.0.1:1', 'limiter-away', 3);
    for (const account of ['1', '2', '3', '1', '4']) await limiter.take(account, 2);
    expect(limiter.size).toBe(3);
    expect((await limiter.take('1', 2)).allowed).toBe(false);
    expect((await limiter.take('2', 2)).allowed).toBe(true);
  });
});
