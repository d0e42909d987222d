/** Rows at once, of all environments. What most of them wait for, if for anything, is a processor beyond the network. */
const MOST = 96;
/** Beyond that everybody who has none may have one, up to so many rows. */
const MAX_WITH_FIRST_ONES = 192;
/** Nobody takes more than so many times what is left free. */
const TIMES_THE_FREE = 2;

/**
 * How many rows of each environment are worked on: as many as it likes while the others leave that free, up to two thirds.
 * Whoever comes next finds room at once, however long the answers take that the others wait for.
 */
export class Shares {
  private readonly own = new Map<number, number>();
  private all = 0;

  /** Whether one more row of the environment may be begun. */
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
