/** Counts what is under way, so that whoever ends can wait for it. It holds none of it: see docs/decisions/0022. */
export class WorkUnderWay {
  private count = 0;
  private waiting: (() => void)[] = [];

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Counts a piece of work until it has ended, well or not. */
  async track(work: Promise<void>): Promise<void> {
    this.begin();
    try {
      await work;
    } finally {
      this.end();
    }
  }

  /** Resolves when nothing is under way. */
  async over(): Promise<void> {
    while (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
