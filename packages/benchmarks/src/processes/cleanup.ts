/** Stops what was started, in reverse order, however the run ends. */
export class Cleanup {
  private readonly stops: (() => Promise<void>)[] = [];
  private running: Promise<void> | undefined;

  defer(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  run(): Promise<void> {
    this.running ??= this.stopAll();
    return this.running;
  }

  private async stopAll(): Promise<void> {
    for (const stop of this.stops.reverse()) {
      await stop().catch((error: unknown) => console.error('Could not be stopped:', error));
    }
  }
}
