import { MAX_REFS_PER_JOB, type WorkRef } from './work-ref.js';

/**
 * Rows due within a slice of time share a job; distant ones share longer slices, and may be later by one. A slice waits for
 * further rows for `gatherMs`.
 */
function slicing(delayMs: number): { readonly widthMs: number; readonly gatherMs: number } {
  if (delayMs < 2_000) return { widthMs: 20, gatherMs: 10 };
  return { widthMs: delayMs < 20_000 ? 100 : 1_000, gatherMs: 100 };
}

interface Slice {
  readonly refs: WorkRef[];
  readonly timer: NodeJS.Timeout;
  dueAt: number;
}

/**
 * Gathers rows that are due later, so that those due together share a job. Every payment that its processor holds as pending
 * is such a row, and a job for each would cost more than the question.
 */
export class LaterJobs {
  private readonly slices = new Map<string, Slice>();

  constructor(private readonly send: (refs: readonly WorkRef[], delayMs: number) => Promise<void>) {}

  add(ref: WorkRef, delayMs: number): void {
    const { widthMs, gatherMs } = slicing(delayMs);
    const dueAt = performance.now() + delayMs;
    const name = `${widthMs} ${Math.ceil(dueAt / widthMs)}`;
    const slice = this.slices.get(name) ?? this.open(name, gatherMs);
    slice.refs.push(ref);
    slice.dueAt = Math.max(slice.dueAt, dueAt);
    if (slice.refs.length === MAX_REFS_PER_JOB) void this.close(name);
  }

  /** Sends all that was gathered. */
  async flush(): Promise<void> {
    await Promise.all([...this.slices.keys()].map((name) => this.close(name)));
  }

  private open(name: string, gatherMs: number): Slice {
    const slice = { refs: [], dueAt: 0, timer: setTimeout(() => void this.close(name), gatherMs).unref() };
    this.slices.set(name, slice);
    return slice;
  }

  private async close(name: string): Promise<void> {
    const slice = this.slices.get(name);
    if (slice === undefined) return;
    this.slices.delete(name);
    clearTimeout(slice.timer);
    await this.send(slice.refs, Math.max(0, slice.dueAt - performance.now()));
  }
}
