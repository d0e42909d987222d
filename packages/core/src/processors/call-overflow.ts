import type { Logger } from '../platform/logger.js';
import type { QueueName, WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { FairWorker } from '../platform/queues/fair-worker.js';
import type { CallLimits } from './call-limits.js';

const RELIEVE_EVERY_MS = 100;
const WRITE_BATCH = 1_000;

/** A due row, and how long it waits. */
export interface DeferredRow {
  readonly ref: WorkRef;
  readonly waitMs: number;
}

export type WorkId = Pick<WorkRef, 'id'>;

/** Rows that wait for processors. */
export interface CallRows {
  /** Defers the rows that are due and unclaimed, and returns them. */
  defer(rows: readonly DeferredRow[]): Promise<readonly WorkId[]>;
}

export interface CallOverflowDependencies {
  readonly queue: QueueName;
  readonly worker: Pick<FairWorker<WorkRef, unknown>, 'cut' | 'isPaused' | 'track'>;
  readonly limits: CallLimits;
  readonly rows: CallRows;
  readonly queues: Pick<WorkQueues, 'addLater'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Defers rows that wait for a processor with too many calls in progress, until it is expected to have room. Otherwise they
 * would fill their environment's window of jobs, and other processors of the same account would get no work.
 */
export class CallOverflow {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: CallOverflowDependencies) {}

  start(): void {
    this.timer ??= setInterval(() => this.relieve(), RELIEVE_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Defers what waits in excess. Called every 100 ms. */
  relieve(): void {
    const { worker, limits } = this.deps;
    if (worker.isPaused) return;
    const surplus = worker.cut((_environmentId, processor) => {
      const isStuck = limits.isLimited(processor) && !limits.admits(processor);
      return isStuck ? limits.maxWaiting : Infinity;
    });
    for (let start = 0; start < surplus.length; start += WRITE_BATCH) {
      void worker.track(this.defer(surplus.slice(start, start + WRITE_BATCH)));
    }
  }

  private async defer(surplus: readonly WorkRef[]): Promise<void> {
    const { queue, limits, rows, queues, logger } = this.deps;
    const waiting = surplus.map((ref) => ({ ref, waitMs: limits.reserveWait(ref.processor ?? '') }));
    try {
      const written = new Set((await rows.defer(waiting)).map(({ id }) => id));
      for (const { ref, waitMs } of waiting) if (written.has(ref.id)) queues.addLater(queue, ref, waitMs);
    } catch (error) {
      logger.warn(
        { event: 'defer_failed', work: queue, err: error },
        'rows could not be deferred; the background task will find them',
      );
    }
  }
}

/** The values of a statement of `deferDue`. */
export function deferValues(rows: readonly DeferredRow[]): unknown[] {
  return [rows.map(({ ref }) => ref.environmentId), rows.map(({ ref }) => ref.id), rows.map(({ waitMs }) => waitMs)];
}
