/** Counts what is under way, so that whoever ends can wait for it. */
export class WorkUnderWay {
  private count = 0;
  private waiting: (() => void)[] = [];

  /** Counts a piece of work until it has ended, well or not. */
  async track(work: Promise<void>): Promise<void> {
    this.count += 1;
    try {
      await work;
    } finally {
      this.count -= 1;
      if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is under way. */
  async over(): Promise<void> {
    while (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
