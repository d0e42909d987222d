/** Counts work in progress, so that a shutdown can wait for it. It keeps no references: see docs/decisions/0022. */
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

  async track(work: Promise<void>): Promise<void> {
    this.begin();
    try {
      await work;
    } finally {
      this.end();
    }
  }

  async over(): Promise<void> {
    while (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
