import { isDatabaseAway } from './database-away.js';

const BACKOFF_MS = 500;

/** Pauses a worker while Postgres is unavailable: else it would retry in a tight loop and drop the work it knows of. */
export class DatabaseBackoff {
  private until = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onOver: () => void) {}

  get isOn(): boolean {
    return performance.now() < this.until;
  }

  /** Begins or extends the pause if the error means that Postgres is unavailable. */
  after(error: unknown): void {
    if (!isDatabaseAway(error)) return;
    this.until = performance.now() + BACKOFF_MS;
    this.timer ??= this.wait();
  }

  private wait(): NodeJS.Timeout {
    return setTimeout(() => {
      this.timer = this.isOn ? this.wait() : undefined;
      if (this.timer === undefined) this.onOver();
    }, this.until - performance.now()).unref();
  }
}
