import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CachedProbe } from './cached-probe.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('CachedProbe', () => {
  it('reads once for concurrent callers, and again for later ones', async () => {
    const read = vi.fn(() => Promise.resolve(7));
    const reading = new CachedProbe(read);
    expect(await Promise.all([reading.value(), reading.value(), reading.value()])).toEqual([7, 7, 7]);
    expect(read).toHaveBeenCalledTimes(1);
    await reading.value();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reuses a value while it is fresh', async () => {
    const read = vi.fn(() => Promise.resolve(7));
    const reading = new CachedProbe(read, 5_000);
    await reading.value();
    vi.advanceTimersByTime(4_900);
    expect(await reading.value()).toBe(7);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(200);
    await reading.value();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('returns undefined on failure and on timeout, and does not read again for ten seconds while a read hangs', async () => {
    expect(await new CachedProbe(() => Promise.reject(new Error('away'))).value()).toBeUndefined();

    const read = vi.fn(() => new Promise<number>(() => {}));
    const silent = new CachedProbe(read);
    const asked = [silent.value(), silent.value()];
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await Promise.all(asked)).toEqual([undefined, undefined]);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(9_000);
    void silent.value();
    expect(read).toHaveBeenCalledTimes(2);
  });
});
