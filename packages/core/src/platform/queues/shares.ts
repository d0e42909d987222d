/** Maximum of concurrent rows over all environments. Most of them wait for a processor over the network. */
const MOST = 96;
/** Beyond MOST, an environment without any row may start one, up to this total. */
const MAX_WITH_FIRST_ONES = 192;
/** An environment may have at most this many times the free rows. */
const TIMES_THE_FREE = 2;

/** Limits an environment to two thirds of the concurrent rows, so that the next one can start at once. */
export class Shares {
  private readonly own = new Map<number, number>();
  private all = 0;

  /** Whether the environment may start another row. */
  admits(environmentId: number): boolean {
    const own = this.own.get(environmentId) ?? 0;
    return own === 0 ? this.all < MAX_WITH_FIRST_ONES : own < TIMES_THE_FREE * (MOST - this.all);
  }

  enter(environmentId: number): void {
    this.own.set(environmentId, (this.own.get(environmentId) ?? 0) + 1);
    this.all += 1;
  }

  leave(environmentId: number): void {
    const left = (this.own.get(environmentId) ?? 0) - 1;
    if (left > 0) this.own.set(environmentId, left);
    else this.own.delete(environmentId);
    this.all -= 1;
  }
}
