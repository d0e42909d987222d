import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cost, type LimitVerdict, SlidingWindow } from './local-limiter.js';
import { windowScript } from './rate-limiter.js';

let redis: Redis;

beforeAll(() => {
  redis = new Redis(process.env['SVC_TEST_REDIS_URL'] ?? '');
});

afterAll(() => redis.disconnect());

/** The script with a clock that the test sets, in milliseconds. */
const script = windowScript('ARGV[3]');
let windows = 0;

type Take = (ms: number, limit: number, cost?: Cost) => Promise<LimitVerdict>;

function windowInRedis(): Take {
  const key = `limit-test:${process.pid}:${(windows += 1)}`;
  return async (ms, limit, cost = 1) => {
    const second = Math.floor(ms / 1_000);
    const reply = (await redis.eval(script.text, 1, key, limit, cost, second)) as number[];
    const [allowed, remaining, resetSeconds] = reply;
    return { allowed: allowed === 1, remaining: remaining ?? -1, resetSeconds: resetSeconds ?? -1 };
  };
}

function windowInProcess(): Take {
  let window: SlidingWindow | undefined;
  return (ms, limit, cost) => {
    const second = Math.floor(ms / 1_000);
    window ??= new SlidingWindow(second);
    return Promise.resolve(window.take(second, limit, cost));
  };
}

/** A naive model: keeps the time of every allowed request and scans them all. */
class Model {
  readonly admitted: number[] = [];

  take(ms: number, limit: number): LimitVerdict {
    const second = Math.floor(ms / 1_000);
    const counted = this.admitted.filter((time) => Math.floor(time / 1_000) > second - 61);
    const allowed = counted.length < limit;
    if (allowed) this.admitted.push(ms);
    const [oldest = ms] = counted;
    const remaining = Math.max(0, limit - counted.length - (allowed ? 1 : 0));
    return { allowed, remaining, resetSeconds: Math.floor(oldest / 1_000) + 61 - second };
  }
}

/** Pauses between requests: mostly none or short, sometimes longer than the window. */
const waits = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 1_500 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1_500, max: 59_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 59_000, max: 130_000 }) },
  ),
  { minLength: 1, maxLength: 120 },
);
const starts = fc.integer({ min: 1_764_000_000_000, max: 1_764_000_060_999 });
const limits = fc.integer({ min: 1, max: 12 });

describe.each([
  ['in Redis', windowInRedis],
  ['in the process', windowInProcess],
])('a window %s', (_, open) => {
  it('agrees with the model, and never allows more than the limit in any 60 seconds', async () => {
    await fc.assert(
      fc.asyncProperty(starts, limits, waits, async (start, limit, pauses) => {
        const take = open();
        const model = new Model();
        let now = start;
        for (const pause of pauses) {
          now += pause;
          expect(await take(now, limit)).toEqual(model.take(now, limit));
        }
        for (const [index, time] of model.admitted.entries()) {
          const within = model.admitted.slice(index).filter((other) => other < time + 60_000);
          expect(within.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('does not count refused requests', async () => {
    const take = open();
    for (let n = 0; n < 5; n += 1) await take(1_000_000, 2);
    expect((await take(1_060_999, 2)).allowed).toBe(false);
    expect(await take(1_061_000, 2)).toEqual({ allowed: true, remaining: 1, resetSeconds: 61 });
  });

  it('does not count at cost 0', async () => {
    const take = open();
    expect(await take(1_000_000, 2, 0)).toEqual({ allowed: true, remaining: 2, resetSeconds: 61 });
    await take(1_000_000, 2);
    for (let n = 0; n < 2; n += 1) {
      expect(await take(1_010_000, 2, 0)).toEqual({ allowed: true, remaining: 1, resetSeconds: 51 });
    }
    await take(1_010_000, 2);
    expect(await take(1_010_000, 2, 0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 51 });
    expect(await take(1_061_000, 2)).toEqual({ allowed: true, remaining: 0, resetSeconds: 10 });
  });

  it('takes the latest request back at cost -1, and nothing when there is none', async () => {
    const take = open();
    await take(1_000_000, 2, -1);
    for (const ms of [1_000_000, 1_005_000]) await take(ms, 2);
    await take(1_010_000, 2, -1);
    expect(await take(1_010_000, 2, 0)).toEqual({ allowed: true, remaining: 1, resetSeconds: 51 });
    for (let n = 0; n < 2; n += 1) await take(1_010_000, 2, -1);
    expect(await take(1_010_000, 2)).toEqual({ allowed: true, remaining: 1, resetSeconds: 61 });
    expect(await take(1_070_000, 2, 0)).toMatchObject({ remaining: 1 });
    expect(await take(1_071_000, 2, 0)).toMatchObject({ remaining: 2 });
  });

  it('applies a raised or lowered limit at once', async () => {
    const take = open();
    for (let n = 0; n < 5; n += 1) await take(1_000_000, 5);
    expect(await take(1_001_000, 3)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(await take(1_001_000, 7)).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
  });
});

describe('a window in Redis', () => {
  it('keeps the limit when the clock goes back a little, and starts a new window when it goes back far', async () => {
    const take = windowInRedis();
    await take(1_000_000, 2);
    await take(970_000, 2);
    expect((await take(980_000, 2)).allowed).toBe(false);
    expect(await take(900_000, 2)).toEqual({ allowed: true, remaining: 1, resetSeconds: 61 });
  });

  it('expires a minute after the last request, and stays small until then', async () => {
    const key = `limit-test:${process.pid}:size`;
    for (let second = 0; second < 200; second += 1) await redis.eval(script.text, 1, key, 1_000, 1, 1_000 + second);
    expect(await redis.hlen(key)).toBeLessThanOrEqual(61 + 3);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(62);
  });

  it("uses Redis's own clock", async () => {
    const own = windowScript();
    const key = `limit-test:${process.pid}:clock`;
    await redis.eval(own.text, 1, key, 5, 1);
    const [seconds] = await redis.time();
    expect(Math.abs(Number(await redis.hget(key, 'latest')) - Number(seconds))).toBeLessThanOrEqual(1);
  });
});
