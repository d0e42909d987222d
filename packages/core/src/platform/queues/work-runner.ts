import type { Logger } from '../logger.js';
import { DueFeed, type DueSource } from './due-feed.js';
import { JobHandler } from './job-handler.js';
import type { WorkQueues } from './work-queues.js';
import type { WorkRef } from './work-ref.js';
import { FairWorker, type Slots, type FairWorkerSettings, type Work } from './fair-worker.js';

/** Rows that arrive during a claim are claimed together after it. Most of their time they wait for a processor. */
export const GROUPS = { maxPerClaim: 50, maxClaims: 2 };

/** What a runner needs of the queues. */
export type RunnerQueues = Pick<
  WorkQueues,
  'ready' | 'feed' | 'addLater' | 'addRetry' | 'reserveRetry' | 'touch' | 'leave'
>;

export interface RunnerDependencies {
  readonly source: DueSource;
  readonly queues: RunnerQueues;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * How background work runs: jobs name due rows, rows are claimed in turn by environment and taken one step further, and a job
 * is over when its rows are written. Postgres knows what is due; a sweep finds what has no job.
 */
export class WorkRunner<Claimed extends WorkRef, Slot> {
  readonly worker: FairWorker<Claimed, Slot>;
  readonly jobs: JobHandler;
  private readonly feed: DueFeed;

  constructor(
    settings: FairWorkerSettings,
    work: Work<Claimed, Slot>,
    slots: Slots<Slot>,
    { source, queues, logger }: RunnerDependencies,
  ) {
    this.worker = new FairWorker(settings, work, slots, logger);
    this.feed = new DueFeed(settings.queue, source, this.worker, queues);
    this.jobs = new JobHandler(settings.queue, this.worker, this.feed, queues);
  }

  /** Finds due rows without a job, `graceMs` after they became due. Resolves to true if there may be more. */
  sweep(graceMs: number): Promise<boolean> {
    return this.feed.sweep(graceMs);
  }

  /** Finds due rows of an environment for which its window has room again. */
  refill(environmentId: number): Promise<void> {
    return this.feed.refill(environmentId);
  }

  /** Takes no more rows and resolves when all work in progress is done. */
  drain(): Promise<void> {
    return this.worker.drain();
  }
}
