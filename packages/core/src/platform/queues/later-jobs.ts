import { MAX_REFS_PER_JOB, type WorkRef } from './work-ref.js';

/** Rows due within a slice of `widthMs` are sent together: when it has waited for `gatherMs`, or has `maxRefs`. */
interface Slicing {
  readonly widthMs: number;
  readonly gatherMs: number;
  readonly maxRefs: number;
}

const SHORT_SLICE_MS = 20;
/** A timer of Node may fire a millisecond early. */
const TIMER_MARGIN_MS = 2;

/** Rows are sent ahead, for jobs that Redis keeps until they are due. Distant rows share longer slices, and may be later by one. */
export function aheadOfTime(delayMs: number): Slicing {
  const maxRefs = MAX_REFS_PER_JOB;
  if (delayMs < 2_000) return { widthMs: SHORT_SLICE_MS, gatherMs: 10, maxRefs };
  return { widthMs: delayMs < 20_000 ? 100 : 1_000, gatherMs: 100, maxRefs };
}

/** Rows are sent a few milliseconds after they are due. */
export function inTime(delayMs: number): Slicing {
  return { widthMs: SHORT_SLICE_MS, gatherMs: delayMs + SHORT_SLICE_MS + TIMER_MARGIN_MS, maxRefs: Infinity };
}

interface Slice {
  readonly refs: WorkRef[];
  readonly timer: NodeJS.Timeout;
  dueAt: number;
}

/** Gathers rows that are due later. Those due together share a job, since a job for each would cost more than the work. */
export class LaterJobs {
  private readonly slices = new Map<string, Slice>();

  constructor(
    private readonly slicing: (delayMs: number) => Slicing,
    private readonly send: (refs: readonly WorkRef[], delayMs: number) => Promise<void>,
  ) {}

  add(ref: WorkRef, delayMs: number): void {
    const { widthMs, gatherMs, maxRefs } = this.slicing(delayMs);
    const dueAt = performance.now() + delayMs;
    const name = `${widthMs} ${Math.ceil(dueAt / widthMs)}`;
    const slice = this.slices.get(name) ?? this.open(name, gatherMs);
    slice.refs.push(ref);
    slice.dueAt = Math.max(slice.dueAt, dueAt);
    if (slice.refs.length >= maxRefs) void this.close(name);
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
