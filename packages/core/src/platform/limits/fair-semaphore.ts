import { DomainError } from '../errors/domain-error.js';

interface SemaphoreLimits {
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many of one group run at once; by default as many as of all. */
  readonly atOnceEach?: number;
  /** How many wait, of all groups together. */
  readonly waiting: number;
  /** How many of one group wait. */
  readonly waitingEach: number;
  /** How long a task waits at most, in milliseconds; by default as long as it takes. */
  readonly waitMs?: number;
}

/** Lets only a few tasks run at once, while others wait. Groups, for example networks or environments, take turns. */
export class FairSemaphore {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** What waits, by group. The first group is next. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(
    private readonly limits: SemaphoreLimits,
    /** The error when too many wait, or for too long; the detail of `unavailable` if it is a text. */
    private readonly refusal: string | (() => Error),
  ) {}

  /** Runs a task when there is a place. Throws the refusal when many wait, or if it waits for too long. */
  async run<Result>(group: string, task: () => Promise<Result>): Promise<Result> {
    if (this.hasPlace(group)) this.begin(group);
    else await this.wait(group);
    try {
      return await task();
    } finally {
      this.end(group);
    }
  }

  private hasPlace(group: string): boolean {
    const { atOnce, atOnceEach = atOnce } = this.limits;
    return this.running < atOnce && (this.runningOf.get(group) ?? 0) < atOnceEach;
  }

  private begin(group: string): void {
    this.running += 1;
    this.runningOf.set(group, (this.runningOf.get(group) ?? 0) + 1);
  }

  private end(group: string): void {
    this.running -= 1;
    const left = (this.runningOf.get(group) ?? 1) - 1;
    if (left > 0) this.runningOf.set(group, left);
    else this.runningOf.delete(group);
    this.handOn();
  }

  /** Ends when another task hands on its place. */
  private async wait(group: string): Promise<void> {
    const own = this.waiting.get(group) ?? [];
    const { waiting, waitingEach, waitMs } = this.limits;
    if (own.length >= waitingEach || [...this.waiting.values()].flat().length >= waiting) throw this.refused();
    this.waiting.set(group, own);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      own.push(resolve);
      if (waitMs === undefined) return;
      timer = setTimeout(() => {
        own.splice(own.indexOf(resolve), 1);
        if (own.length === 0) this.waiting.delete(group);
        reject(this.refused());
      }, waitMs);
    }).finally(() => clearTimeout(timer));
  }

  private handOn(): void {
    const next = [...this.waiting].find(([group]) => this.hasPlace(group));
    if (next === undefined) return;
    const [group, own] = next;
    const begin = own.shift();
    // Moves this group to the end, so that the groups take turns.
    this.waiting.delete(group);
    if (own.length > 0) this.waiting.set(group, own);
    this.begin(group);
    begin?.();
  }

  private refused(): Error {
    const { refusal } = this;
    return typeof refusal === 'string' ? new DomainError('unavailable', refusal) : refusal();
  }
}
