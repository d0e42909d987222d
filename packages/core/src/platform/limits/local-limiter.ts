export interface LimitVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** How many requests to count: 1, 0 to only read the state, or -1 to take the latest one back. */
export type Cost = -1 | 0 | 1;

/** The first of 61 whole seconds may have begun up to a second early: the last 60 seconds lie inside. */
export const WINDOW_SECONDS = 61;

/** Allows at most `limit` requests in any 60 seconds, counted in one bucket per second. */
export class SlidingWindow {
  private readonly counts = new Uint32Array(WINDOW_SECONDS);
  private used = 0;

  constructor(private latest: number) {}

  /** Requests one more in the given second; cost 0 only reads. Refused requests are not counted. */
  take(second: number, limit: number, cost: Cost = 1): LimitVerdict {
    this.advance(second);
    const allowed = this.used < limit;
    if (cost < 0) {
      this.giveBack();
    } else if (allowed) {
      this.used += cost;
      this.counts[this.latest % WINDOW_SECONDS] = this.countOf(this.latest) + cost;
    }
    return { allowed, remaining: Math.max(0, limit - this.used), resetSeconds: this.secondsUntilMore() };
  }

  private giveBack(): void {
    if (this.used === 0) return;
    let second = this.latest;
    while (this.countOf(second) === 0) second -= 1;
    this.counts[second % WINDOW_SECONDS] = this.countOf(second) - 1;
    this.used -= 1;
  }

  /** Each new second reuses the bucket of the second that leaves the window. */
  private advance(second: number): void {
    if (second - this.latest >= WINDOW_SECONDS) {
      this.counts.fill(0);
      this.used = 0;
      this.latest = second;
    }
    while (this.latest < second) {
      this.latest += 1;
      this.used -= this.countOf(this.latest);
      this.counts[this.latest % WINDOW_SECONDS] = 0;
    }
  }

  private secondsUntilMore(): number {
    for (let age = WINDOW_SECONDS - 1; age > 0; age -= 1) {
      if (this.countOf(this.latest - age + WINDOW_SECONDS) > 0) return WINDOW_SECONDS - age;
    }
    return WINDOW_SECONDS;
  }

  private countOf(second: number): number {
    return this.counts[second % WINDOW_SECONDS] ?? 0;
  }
}

const MAX_WINDOWS = 10_000;

/** Limits within this process, with a window per key. Memory is bounded: the least recently used key is evicted. */
export class LocalLimiter {
  private readonly windows = new Map<string, SlidingWindow>();

  constructor(
    private readonly maxWindows = MAX_WINDOWS,
    private readonly monotonicNow: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.windows.size;
  }

  /** Requests one more for the key. With a cost of 0 or -1 it keeps nothing of an unknown key. */
  take(key: string, limit: number, cost: Cost = 1): LimitVerdict {
    const second = Math.floor(this.monotonicNow() / 1_000);
    const known = this.windows.get(key);
    const window = known ?? new SlidingWindow(second);
    if (known === undefined && cost < 1) return window.take(second, limit, cost);
    // The map keeps the order in which keys were set: the first is the least recently used.
    this.windows.delete(key);
    const [leastRecent] = this.windows.keys();
    if (this.windows.size >= this.maxWindows && leastRecent !== undefined) this.windows.delete(leastRecent);
    this.windows.set(key, window);
    return window.take(second, limit, cost);
  }
}
