import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { SharedLimiter } from './shared-limiter.js';

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

describe('the limiter in Redis', () => {
  it('counts for all who share it', async () => {
    const prefix = `limit-test-${process.pid}-shared`;
    const limiters = [limiterAt(REDIS_URL, prefix), limiterAt(REDIS_URL, prefix)];
    await Promise.all(limiters.map((limiter) => limiter.connected()));
    const takes = limiters.flatMap((limiter) => Array.from({ length: 15 }, () => limiter.take('1', 20)));
    const verdicts = await Promise.all(takes);
    expect(verdicts.filter((verdict) => verdict?.allowed === true)).toHaveLength(20);
    const others = await Promise.all(limiters.map((limiter) => limiter.take('2', 20)));
    expect(others.map((verdict) => verdict?.allowed)).toEqual([true, true]);
  });

  it('brings its script again when Redis has forgotten it', async () => {
    const limiter = limiterAt(REDIS_URL);
    await limiter.connected();
    const redis = new Redis(REDIS_URL);
    await redis.script('FLUSH');
    redis.disconnect();
    expect((await limiter.take('1', 5))?.remaining).toBe(4);
    expect((await limiter.take('1', 5))?.remaining).toBe(3);
  });

  it('says at once that there is no Redis', async () => {
    const limiter = limiterAt('redis://127.0.0.1:1');
    const started = performance.now();
    await expect(limiter.take('1', 5)).resolves.toBeUndefined();
    expect(performance.now() - started).toBeLessThan(20);
  });

  it('waits 50 ms for a Redis that hangs, and then lets a second pass without waiting at all', async () => {
    const way = await wayToRedis();
    const limiter = limiterAt(way.url);
    await limiter.connected();
    expect((await limiter.take('1', 5))?.remaining).toBe(4);
    way.block();
    const started = performance.now();
    await expect(limiter.take('1', 5)).resolves.toBeUndefined();
    expect(performance.now() - started).toBeGreaterThan(40);
    const waited = performance.now();
    for (let n = 0; n < 100; n += 1) await expect(limiter.take('1', 5)).resolves.toBeUndefined();
    expect(performance.now() - waited).toBeLessThan(40);
    way.unblock();
    await eventually(async () => expect((await limiter.take('1', 5))?.allowed).toBe(true));
  });
});

/** A way to Redis that can be blocked: connections stay, and what comes back on them waits. */
async function wayToRedis(): Promise<{ url: string; block(): void; unblock(): void }> {
  const answers = new Set<Socket>();
  const { hostname, port } = new URL(REDIS_URL);
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    const close = (): void => void [client.destroy(), redis.destroy()];
    for (const socket of [client, redis]) socket.on('error', close).on('close', close);
    client.on('data', (bytes) => redis.write(bytes));
    redis.on('data', (bytes) => client.write(bytes));
    answers.add(redis);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const url = new URL(REDIS_URL);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    block: () => answers.forEach((socket) => socket.pause()),
    unblock: () => answers.forEach((socket) => socket.resume()),
  };
}
