import { eventually, startTcpProxy, type TcpProxy } from '@svc/testing';
import { Redis } from 'ioredis';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LimitVerdict } from './limit-verdict.js';
import { SharedLimiter, type SharedAnswer } from './shared-limiter.js';

const REDIS_URL = process.env['SVC_TEST_REDIS_URL'] ?? '';
const opened: { close(): unknown }[] = [];

afterEach(() => {
  for (const thing of opened.splice(0)) thing.close();
});

function limiterAt(url: string, prefix = `limit-test-${process.pid}-${Math.random().toString(36).slice(2)}`) {
  const limiter = new SharedLimiter({ REDIS_URL: url, QUEUE_PREFIX: prefix }, pino({ level: 'silent' }));
  opened.push(limiter);
  return limiter;
}

async function linkToRedis(): Promise<TcpProxy> {
  const { hostname, port } = new URL(REDIS_URL);
  const link = await startTcpProxy(hostname, Number(port));
  opened.push(link);
  return link;
}

function verdictOf(answer: SharedAnswer): LimitVerdict | undefined {
  return 'verdict' in answer ? answer.verdict : undefined;
}

/** What Redis says in the end to a question that it did not answer in time. */
async function lateVerdictOf(answer: SharedAnswer): Promise<LimitVerdict | undefined> {
  if ('verdict' in answer) throw new Error('Redis answered in time');
  return answer.late;
}

describe('the limiter in Redis', () => {
  it('counts for all who share it', async () => {
    const prefix = `limit-test-${process.pid}-shared`;
    const limiters = [limiterAt(REDIS_URL, prefix), limiterAt(REDIS_URL, prefix)];
    await Promise.all(limiters.map((limiter) => limiter.connected()));
    const takes = limiters.flatMap((limiter) => Array.from({ length: 15 }, () => limiter.take('1', 20)));
    const verdicts = (await Promise.all(takes)).map(verdictOf);
    expect(verdicts.filter((verdict) => verdict?.allowed === true)).toHaveLength(20);
    const others = await Promise.all(limiters.map((limiter) => limiter.take('2', 20)));
    expect(others.map((answer) => verdictOf(answer)?.allowed)).toEqual([true, true]);
  });

  it('sends what is asked at one moment in one go', async () => {
    const limiter = limiterAt(REDIS_URL);
    await limiter.connected();
    await limiter.take('1', 100);
    const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
    opened.push({ close: () => vi.restoreAllMocks() });
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.take('1', 100)));
    expect(writes.map((write) => write.mock.calls.length)).toEqual([0, 1]);
    expect(verdicts.map((answer) => verdictOf(answer)?.remaining).at(-1)).toBe(79);
    await limiter.take('1', 100);
    expect(writes.map((write) => write.mock.calls.length)).toEqual([1, 1]);
  });

  it('brings its scripts again when Redis has forgotten them', async () => {
    const limiter = limiterAt(REDIS_URL);
    await limiter.connected();
    const redis = new Redis(REDIS_URL);
    await redis.script('FLUSH');
    expect(verdictOf(await limiter.take('1', 5))?.remaining).toBe(4);
    expect(verdictOf(await limiter.take('1', 5))?.remaining).toBe(3);
    await redis.script('FLUSH');
    redis.disconnect();
    expect((await limiter.charge('1', 5, [[0, 2]])).remaining).toBe(1);
    expect((await limiter.charge('1', 5, [[0, 2]])).remaining).toBe(0);
  });

  it('does not decide, and says so at once, where there is no Redis', async () => {
    const limiter = limiterAt('redis://127.0.0.1:1');
    expect(limiter.authority).toBe('process');
    const started = performance.now();
    await expect(lateVerdictOf(await limiter.take('1', 5))).resolves.toBeUndefined();
    expect(performance.now() - started).toBeLessThan(40);
  });

  it('waits 50 ms for a Redis that hangs, and then lets it alone until it has answered and a while longer', async () => {
    const link = await linkToRedis();
    const limiter = limiterAt(link.through(REDIS_URL));
    await limiter.connected();
    expect(verdictOf(await limiter.take('1', 5))?.remaining).toBe(4);
    link.block();
    const started = performance.now();
    const answer = await limiter.take('1', 5);
    expect(performance.now() - started).toBeGreaterThan(40);
    expect(verdictOf(answer)).toBeUndefined();
    expect(limiter.authority).toBe('process');
    link.mend();
    expect(await lateVerdictOf(answer)).toMatchObject({ allowed: true, remaining: 3 });
    expect([limiter.reachable, limiter.authority]).toEqual([true, 'process']);
    await eventually(() => expect(limiter.authority).toBe('redis'));
    expect(verdictOf(await limiter.take('1', 5))?.remaining).toBe(2);
  });

  it('asks nothing twice when the connection was lost meanwhile', async () => {
    const link = await linkToRedis();
    const limiter = limiterAt(link.through(REDIS_URL));
    await limiter.connected();
    link.block();
    const answer = await limiter.take('1', 5);
    link.cut();
    await expect(lateVerdictOf(answer)).resolves.toBeUndefined();
    expect(limiter.authority).toBe('process');
    link.mend();
    await eventually(() => expect(limiter.authority).toBe('both'));
    await eventually(() => expect(limiter.authority).toBe('redis'));
    expect(verdictOf(await limiter.take('1', 5))?.remaining).toBe(3);
  });
});
