import { setTimeout as sleep } from 'node:timers/promises';
import type { DueRef } from './due-rows.js';
import type { QueueName, WorkQueues } from './work-queues.js';
import type { WorkRef } from './work-ref.js';
import type { FairWorker } from './fair-worker.js';

/** Environments that one sweep walks through, and how many rows it takes of each. */
const ENVIRONMENTS_PER_SWEEP = 100;
const ROWS_PER_ENVIRONMENT = 100;
/** Rows that a refill of one environment takes: as many as it may feed into its window, see work-windows.ts. */
const ROWS_PER_REFILL = 400;
/** Environments whose last sweep is remembered. */
const MAX_REMEMBERED = 10_000;
/** With so many waiting here nothing is fed: each needs memory, and is named in Redis every second. */
const MAX_WAITING_TO_FEED = 25_000;
/** Without Redis, the next rows are read as soon as fewer wait here. */
const RESUME_BELOW = 500;
const DIRECT_PAUSE_MS = 50;

export interface DueQuery {
  /** Rows must have been due and unclaimed for so long. */
  readonly graceMs: number;
  /** Walks through this number of environments, from the one after this on. */
  readonly after: number;
  readonly environments: number;
  /** How many rows of each environment, longest-due first. */
  readonly rows: number;
  /** Only rows due since this time, as Postgres writes it. */
  readonly since?: string;
}

export interface DuePage {
  readonly refs: readonly DueRef[];
  /** The last environment walked through; undefined if there are no more. */
  readonly last: number | undefined;
}

export interface DueSource {
  due(query: DueQuery): Promise<DuePage>;
}

/**
 * Finds due rows in Postgres that have no job: those whose job was lost, those of workers that are gone, and those that did not
 * fit into the window of their environment. If Redis is unavailable or full, this worker takes the due rows itself.
 */
export class DueFeed {
  private after = 0;
  private readonly feeding = new Set<number>();
  /** Since when the last rows that a refill has fed have been due, by environment. */
  private readonly refillFrom = new Map<number, string>();

  constructor(
    private readonly queue: QueueName,
    private readonly source: DueSource,
    private readonly worker: Pick<FairWorker<WorkRef, unknown>, 'run' | 'waiting' | 'isWaiting' | 'stopped'>,
    private readonly queues: Pick<WorkQueues, 'ready' | 'feed'>,
  ) {}

  /** Looks at the next environments. Resolves to true if there are more. */
  async sweep(graceMs: number): Promise<boolean> {
    if (this.worker.stopped || this.isFull) return false;
    const grace = this.queues.ready ? graceMs : 0;
    const query = {
      graceMs: grace,
      after: this.after,
      environments: ENVIRONMENTS_PER_SWEEP,
      rows: ROWS_PER_ENVIRONMENT,
    };
    const { refs, last } = await this.source.due(query);
    this.after = last ?? 0;
    const fed = await this.queues.feed(this.queue, refs);
    if (fed === undefined) return (await this.workOn(refs)) || last !== undefined;
    for (const environmentId of environmentsWith(ROWS_PER_ENVIRONMENT, refs)) {
      this.refillFrom.delete(environmentId);
      await this.refill(environmentId);
    }
    return last !== undefined;
  }

  /**
   * Adds jobs for due rows of an environment, as many as fit into its window. It continues where the last refill stopped; what
   * has become due before that place is left to the sweep.
   */
  async refill(environmentId: number): Promise<void> {
    if (this.worker.stopped || this.isFull || this.feeding.has(environmentId)) return;
    this.feeding.add(environmentId);
    try {
      const since = this.refillFrom.get(environmentId) ?? '-infinity';
      const query = { graceMs: 0, after: environmentId - 1, environments: 1, rows: ROWS_PER_REFILL, since };
      const { refs } = await this.source.due(query);
      const own = refs.filter((ref) => ref.environmentId === environmentId);
      const fed = new Set(await this.queues.feed(this.queue, own));
      const last = own.findLast((ref) => fed.has(ref));
      if (last === undefined) this.refillFrom.delete(environmentId);
      else if (this.refillFrom.size < MAX_REMEMBERED) this.refillFrom.set(environmentId, last.dueAt);
    } finally {
      this.feeding.delete(environmentId);
    }
  }

  private get isFull(): boolean {
    return this.worker.waiting >= MAX_WAITING_TO_FEED;
  }

  /** Resolves when few rows wait here; to true if there were rows to work on. */
  private async workOn(refs: readonly WorkRef[]): Promise<boolean> {
    const fresh = refs.filter((ref) => !this.worker.isWaiting(ref));
    this.worker.run(fresh);
    if (fresh.length === 0) return false;
    do await sleep(DIRECT_PAUSE_MS);
    while (this.worker.waiting >= RESUME_BELOW && !this.worker.stopped);
    return !this.worker.stopped;
  }
}

/** The environments that have so many rows in the page. */
function environmentsWith(rows: number, refs: readonly WorkRef[]): number[] {
  const counts = new Map<number, number>();
  for (const { environmentId } of refs) counts.set(environmentId, (counts.get(environmentId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= rows).map(([environmentId]) => environmentId);
}
