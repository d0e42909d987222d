/** What a limit says to one more request. */
export interface LimitVerdict {
  readonly allowed: boolean;
  /** How many more may come now. */
  readonly remaining: number;
  /** Seconds until there are more again. */
  readonly resetSeconds: number;
}

/** How many requests to count: one, or none to see what is left. */
export type Cost = 0 | 1;

/**
 * A window counts in whole seconds and spans 61 of them, because its first second may have begun up to a second too early:
 * at any moment, the 60 seconds before it lie inside.
 */
export const WINDOW_SECONDS = 61;

/** Admits at most so many in any 60 seconds, counted in one bucket a second. */
export class SlidingWindow {
  private readonly counts = new Uint32Array(WINDOW_SECONDS);
  private used = 0;

  constructor(private latest: number) {}

  /** Asks for one more in the given second; with a cost of 0 it only asks. What is refused is not counted. */
  take(second: number, limit: number, cost: Cost = 1): LimitVerdict {
    this.advance(second);
    const allowed = this.used < limit;
    if (allowed) {
      this.used += cost;
      this.counts[this.latest % WINDOW_SECONDS] = this.countOf(this.latest) + cost;
    }
    return { allowed, remaining: Math.max(0, limit - this.used), resetSeconds: this.secondsUntilMore() };
  }

  /** Each new second reuses the bucket of the one that leaves the window. */
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
