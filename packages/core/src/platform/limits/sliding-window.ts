import { WINDOW_SECONDS, type LimitVerdict } from './limit-verdict.js';

/** Admits at most so many in any 60 seconds, counted in one bucket a second. */
export class SlidingWindow {
  private readonly counts = new Uint32Array(WINDOW_SECONDS);
  private used = 0;

  constructor(private latest: number) {}

  /** Asks for one more in the given second. What is refused is not counted. */
  take(second: number, limit: number): LimitVerdict {
    this.advance(second);
    const allowed = this.used < limit;
    if (allowed) this.add(second);
    return { allowed, remaining: Math.max(0, limit - this.used), resetSeconds: this.secondsUntilMore() };
  }

  /** Counts one that was admitted elsewhere. */
  add(second: number): void {
    this.advance(second);
    this.used += 1;
    this.counts[this.latest % WINDOW_SECONDS] = this.countOf(this.latest) + 1;
  }

  /** How many it has admitted that still count in the given second. */
  usedIn(second: number): number {
    this.advance(second);
    return this.used;
  }

  /** Each second that comes takes the bucket of the one that leaves. */
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
