import { WINDOW_SECONDS, type Cost, type LimitVerdict } from './limit-verdict.js';

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
