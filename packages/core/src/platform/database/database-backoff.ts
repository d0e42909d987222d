import { isDatabaseAway } from './database-away.js';

const RESPITE_MS = 500;

/**
 * A moment in which a worker asks nothing, after it was told that Postgres is away: it would be told so again, as fast as it
 * can ask, with a line in the log each time, and would let go of all that it knows of, to be found anew.
 */
export class DatabaseBackoff {
  private until = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onOver: () => void) {}

  get isOn(): boolean {
    return performance.now() < this.until;
  }

  /** Begins one, or lengthens it, where an error says that Postgres is away. */
  after(error: unknown): void {
    if (!isDatabaseAway(error)) return;
    this.until = performance.now() + RESPITE_MS;
    this.timer ??= this.wait();
  }

  private wait(): NodeJS.Timeout {
    return setTimeout(() => {
      this.timer = this.isOn ? this.wait() : undefined;
      if (this.timer === undefined) this.onOver();
    }, this.until - performance.now()).unref();
  }
}
