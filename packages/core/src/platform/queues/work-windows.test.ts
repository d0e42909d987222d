import { eventually, startOwnRedis, type OwnRedis } from '@svc/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkRef } from './work-ref.js';
import { WorkWindows } from './work-windows.js';

const WINDOW = 500;
/** How many rows of it Postgres may name. */
const FED = 400;
const rows = (environmentId: number, from: number, count: number): WorkRef[] =>
  Array.from({ length: count }, (_, n) => ({ environmentId, id: String(from + n) }));
const row = (environmentId: number, id: number): WorkRef => ({ environmentId, id: String(id) });

let server: OwnRedis;
let redis: Redis;
let windows: WorkWindows;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
  windows = new WorkWindows(redis, 'svc', 'deliveries');
});

describe('a window', () => {
  it('admits as many rows of an environment as fit, and those of others', async () => {
    const entered = await windows.enter([...rows(1, 1, WINDOW + 100), ...rows(2, 1, 3)], false);
    expect(entered).toEqual([...rows(1, 1, WINDOW), ...rows(2, 1, 3)]);
  });

  it('has room for rows that commits name, however many more are due in Postgres', async () => {
    expect(await windows.enter(rows(1, 1, WINDOW), true)).toEqual(rows(1, 1, FED));
    expect(await windows.enter([row(1, WINDOW)], false)).toEqual([row(1, WINDOW)]);
    await windows.leave([row(1, 1)]);
    expect(await windows.enter(rows(1, 1, WINDOW), true)).toEqual([]);
  });

  it('takes thousands of rows at once', async () => {
    const many = Array.from({ length: 3_500 }, (_, n) => row(1 + (n % 10), n + 1));
    expect(await windows.enter(many, true)).toHaveLength(3_500);
    await windows.touch(many);
    expect(await windows.leave(many)).toEqual([]);
    expect(await windows.enter(many, true)).toHaveLength(3_500);
  });

  it('admits a row again that a commit made due again, but not one that Postgres names and a process has', async () => {
    await windows.enter(rows(1, 1, 2), false);
    expect(await windows.enter(rows(1, 2, 2), false)).toEqual(rows(1, 2, 2));
    expect(await windows.enter(rows(1, 2, 3), true)).toEqual([row(1, 4)]);
  });

  it('names an environment once it has room for what did not fit', async () => {
    await windows.enter([...rows(1, 1, WINDOW + 1), ...rows(2, 1, WINDOW)], false);
    expect(await windows.leave([...rows(1, 1, (WINDOW / 4) * 3 - 1), ...rows(2, 1, WINDOW)])).toEqual([]);
    expect(await windows.leave([row(1, WINDOW)])).toEqual([1]);
    expect(await windows.leave([row(1, WINDOW - 1)])).toEqual([]);
    expect(await windows.enter(rows(1, 1, WINDOW), true)).toHaveLength(FED - WINDOW / 4 + 1);
  });

  it('forgets rows that no process names', async () => {
    await windows.enter(rows(1, 1, 2), false);
    await eventually(
      async () => {
        await windows.touch([row(1, 2), row(1, 3)]);
        expect(await windows.enter(rows(1, 1, 3), true)).toContainEqual(row(1, 1));
      },
      { timeoutMs: 10_000, intervalMs: 500 },
    );
    expect(await windows.enter([row(1, 2)], true)).toEqual([]);
  });

  it('forgets rows with a time that is far ahead, as after a failover to a server whose clock is behind', async () => {
    const ahead = Date.now() + 60_000;
    await redis.zadd('svc:window:deliveries:1', ...rows(1, 1, WINDOW).flatMap(({ id }) => [ahead, id]));
    expect(await windows.enter(rows(1, 1, 2), true)).toEqual(rows(1, 1, 2));
  });

  it('expires if it is not used', async () => {
    await windows.enter(rows(1, 1, 1), false);
    await windows.enterLater(row(1, 2), 1_000);
    expect(await redis.pttl('svc:window:deliveries:1')).toBeGreaterThan(0);
    expect(await redis.pttl('svc:window:deliveries:later:1')).toBeGreaterThan(0);
  });

  it('is not fed while many jobs wait, and is fed afterwards', async () => {
    await redis.rpush('svc:deliveries:wait', ...Array.from({ length: 200 }, (_, n) => n));
    expect(await windows.enter(rows(1, 1, 2), true)).toEqual([]);
    expect(await windows.enter(rows(1, 1, 1), false)).toEqual(rows(1, 1, 1));
    await redis.del('svc:deliveries:wait');
    expect(await windows.leave(rows(1, 1, 1))).toEqual([1]);
    expect(await windows.enter(rows(1, 1, 2), true)).toEqual(rows(1, 1, 2));
  });
});

describe('rows whose job is due later', () => {
  it('have a window of their own', async () => {
    for (let n = 1; n <= WINDOW; n++) expect(await windows.enterLater(row(1, n), 30_000)).toBe(true);
    expect(await windows.enterLater(row(1, WINDOW + 1), 30_000)).toBe(false);
    expect(await windows.enterLater(row(1, 1), 60_000)).toBe(true);
    expect(await windows.enterLater(row(2, 1), 30_000)).toBe(true);
    expect(await windows.enter([row(1, WINDOW + 1)], false)).toEqual([row(1, WINDOW + 1)]);
  });

  it('stay in it when they leave the other, until they are due', async () => {
    await windows.enter([row(1, 1)], false);
    await windows.enterLater(row(1, 1), 30_000);
    await windows.leave([row(1, 1)]);
    expect(await redis.zcard('svc:window:deliveries:later:1')).toBe(1);
    await windows.enterLater(row(1, 1), 0);
    await eventually(async () => {
      await windows.leave([row(1, 1)]);
      expect(await redis.zcard('svc:window:deliveries:later:1')).toBe(0);
    });
  });

  it('enter when Postgres says that they are due earlier, but not while their job is about to run', async () => {
    await windows.enterLater(row(1, 1), 30_000);
    expect(await windows.enter([row(1, 1)], true)).toEqual([row(1, 1)]);
    await windows.enterLater(row(1, 2), 0);
    await eventually(async () => expect(await windows.enter([row(1, 2)], true)).toEqual([]));
  });
});
