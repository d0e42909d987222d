/** At a time: what the database takes when all their answers come at once. With answers in 300 ms it is 200 a second. */
const MOST = 64;

/**
 * Steps that wait for a processor over the network. Neither the job nor the sweep that has begun them waits as well: whoever
 * is carried out by another processor must not be kept waiting by this one.
 */
export class RemoteSteps {
  private readonly underWay = new Set<Promise<void>>();

  get hasRoom(): boolean {
    return this.underWay.size < MOST;
  }

  /** Begins a step, which deals with its failures itself. */
  start(step: () => Promise<void>): void {
    const running = step().finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  /** Resolves when all that has begun is over. */
  async drain(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }
}
