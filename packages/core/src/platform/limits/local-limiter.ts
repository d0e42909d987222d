import type { LimitVerdict } from './limit-verdict.js';
import { SlidingWindow } from './sliding-window.js';

const MOST_WINDOWS = 10_000;

/** Limits within this process, one window for each key. Its memory is bounded: the key unused longest makes room. */
export class LocalLimiter {
  private readonly windows = new Map<string, SlidingWindow>();

  constructor(
    private readonly mostWindows = MOST_WINDOWS,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  /** How many keys it knows. */
  get size(): number {
    return this.windows.size;
  }

  /** Asks for one more of the key. */
  take(key: string, limit: number): LimitVerdict {
    const second = Math.floor(this.monotonicNow() / 1_000);
    const window = this.windows.get(key) ?? new SlidingWindow(second);
    // The map keeps the order in which keys were set: the first is the one unused longest.
    this.windows.delete(key);
    const [unusedLongest] = this.windows.keys();
    if (this.windows.size >= this.mostWindows && unusedLongest !== undefined) this.windows.delete(unusedLongest);
    this.windows.set(key, window);
    return window.take(second, limit);
  }
}
