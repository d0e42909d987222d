import type { WorkRef } from './work-ref.js';
import type { Slots } from './fair-worker.js';

/** Maximum of concurrent rows over all environments. Most of them wait for a processor over the network. */
const MAX_ROWS = 96;
/** Beyond MAX_ROWS, an environment without any row may start one, up to this total. */
const MAX_WITH_FIRST_ONES = 192;
/** An environment may have at most this many times the free rows. */
const MAX_OWN_PER_FREE = 2;

/** Limits an environment to two thirds of the concurrent rows, so that the next one can start at once. */
export class TenantConcurrency implements Slots<number> {
  readonly hasRoom = true;
  private readonly own = new Map<number, number>();
  private all = 0;

  /** Starts a row of the environment, if it may start another. */
  take({ environmentId }: Pick<WorkRef, 'environmentId'>): number | undefined {
    const own = this.own.get(environmentId) ?? 0;
    const admits = own === 0 ? this.all < MAX_WITH_FIRST_ONES : own < MAX_OWN_PER_FREE * (MAX_ROWS - this.all);
    if (!admits) return undefined;
    this.own.set(environmentId, own + 1);
    this.all += 1;
    return environmentId;
  }

  free(environmentId: number): void {
    const left = (this.own.get(environmentId) ?? 0) - 1;
    if (left > 0) this.own.set(environmentId, left);
    else this.own.delete(environmentId);
    this.all -= 1;
  }
}
