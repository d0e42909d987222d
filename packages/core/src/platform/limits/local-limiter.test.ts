import { describe, expect, it } from 'vitest';
import { LocalLimiter } from './local-limiter.js';

describe('LocalLimiter', () => {
  it('limits each key separately, for a minute', () => {
    let now = 0;
    const limiter = new LocalLimiter(10, () => now);
    const allowed = (key: string): boolean => limiter.take(key, 1).allowed;
    expect([allowed('a'), allowed('a'), allowed('b')]).toEqual([true, false, true]);
    now = 60_999;
    expect(allowed('a')).toBe(false);
    now = 61_000;
    expect(allowed('a')).toBe(true);
  });

  it('bounds its memory, and evicts the least recently used key', () => {
    const limiter = new LocalLimiter(3, () => 0);
    for (const key of ['a', 'b', 'c', 'a', 'd']) limiter.take(key, 1);
    expect(limiter.size).toBe(3);
    expect(limiter.take('a', 1).allowed).toBe(false);
    expect(limiter.take('b', 1).allowed).toBe(true);
    for (let n = 0; n < 1_000; n += 1) limiter.take(`address ${n}`, 1);
    expect(limiter.size).toBe(3);
  });

  it('keeps nothing of what is only read, so that reads push nothing out of memory', () => {
    const limiter = new LocalLimiter(3);
    limiter.take('a', 1);
    for (let n = 0; n < 10; n += 1) expect(limiter.take(`address ${n}`, 1, 0).allowed).toBe(true);
    expect([limiter.size, limiter.take('a', 1).allowed]).toEqual([1, false]);
  });
});
