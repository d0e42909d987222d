import { DomainError } from '../errors/domain-error.js';

interface SemaphoreLimits {
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many wait, from all networks together. */
  readonly waiting: number;
  /** How many of one network wait. */
  readonly waitingEach: number;
}

/** Lets only a few tasks run at once, while others wait. The networks that they come from take turns. */
export class FairSemaphore {
  private running = 0;
  /** Who waits, by network. The first network is next. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(
    private readonly limits: SemaphoreLimits,
    /** The detail of the error when too many wait. */
    private readonly refusal: string,
  ) {}

  /** Runs a task when there is a place. Throws `unavailable` when many wait. */
  async run<Result>(network: string, task: () => Promise<Result>): Promise<Result> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.wait(network);
    try {
      return await task();
    } finally {
      this.handOn();
    }
  }

  /** Ends when another task hands on its place. */
  private async wait(network: string): Promise<void> {
    const own = this.waiting.get(network) ?? [];
    const { waiting, waitingEach } = this.limits;
    if (own.length >= waitingEach || [...this.waiting.values()].flat().length >= waiting) {
      throw new DomainError('unavailable', this.refusal);
    }
    this.waiting.set(network, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  private handOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    const [network, own] = next;
    const begin = own.shift();
    // Moves this network to the end, so that the networks take turns.
    this.waiting.delete(network);
    if (own.length > 0) this.waiting.set(network, own);
    begin?.();
  }
}
