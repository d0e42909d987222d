import { DomainError } from '../errors/domain-error.js';

/** Lets only a few tasks run at once, while others wait. */
export class Places {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxAtOnce: number,
    private readonly maxWaiting: number,
    /** What is said when too many wait. */
    private readonly refusal: string,
  ) {}

  /** Runs a task when there is a place. Throws `unavailable` when many wait. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.waiting.length >= this.maxWaiting) throw new DomainError('unavailable', this.refusal);
    while (this.running >= this.maxAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await task();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
