import type { Cost, LimitVerdict } from './limit-verdict.js';
import { SlidingWindow } from './sliding-window.js';

const MAX_WINDOWS = 10_000;

/** Limits within this process, one window for each key. Its memory is bounded: the least recently used key makes room. */
export class LocalLimiter {
  private readonly windows = new Map<string, SlidingWindow>();

  constructor(
    private readonly maxWindows = MAX_WINDOWS,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  /** How many keys it knows. */
  get size(): number {
    return this.windows.size;
  }

  /** Asks for one more of the key; with a cost of 0 it only asks. */
  take(key: string, limit: number, cost: Cost = 1): LimitVerdict {
    const second = Math.floor(this.monotonicNow() / 1_000);
    const window = this.windows.get(key) ?? new SlidingWindow(second);
    // The map keeps the order in which keys were set: the first is the least recently used.
    this.windows.delete(key);
    const [leastRecent] = this.windows.keys();
    if (this.windows.size >= this.maxWindows && leastRecent !== undefined) this.windows.delete(leastRecent);
    this.windows.set(key, window);
    return window.take(second, limit, cost);
  }
}
