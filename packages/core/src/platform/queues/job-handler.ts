import { UnrecoverableError, type Job } from 'bullmq';
import type { DueFeed } from './due-feed.js';
import { DELAY_MARGIN_MS, RETRY, type QueueName, type WorkQueues } from './work-queues.js';
import { decodeWorkRefs, type WorkRef } from './work-ref.js';
import type { RowEnd, FairWorker } from './fair-worker.js';
import { TOUCH_EVERY_MS } from './work-windows.js';

/** A job whose row could not be claimed or written is repeated after this time. The log has the error. */
const FAULT_DELAY_MS = 5_000;
/** Rows that are claimed or left to others leave their windows together. */
const LEAVE_EVERY_MS = 10;

/** Tells BullMQ when to repeat the job. The message is a code. */
export class RetryLater extends Error {
  constructor(
    code: string,
    readonly delayMs: number,
  ) {
    super(code);
  }
}

/** The delay that the error of the last attempt asks for, in milliseconds. */
export function retryDelayOf(_attempts: number, _type?: string, error?: Error): number {
  return error instanceof RetryLater ? error.delayMs + DELAY_MARGIN_MS : FAULT_DELAY_MS;
}

/**
 * Works on the rows of a job; the job is over when all are. A row that is due again gets a job of its own, which BullMQ then
 * repeats until the row is done. What a fault interrupts stays due in Postgres.
 */
export class JobHandler {
  private leaving: WorkRef[] = [];
  private leaveTimer: NodeJS.Timeout | undefined;
  private touchTimer: NodeJS.Timeout | undefined;

  constructor(
    readonly queue: QueueName,
    private readonly worker: Pick<FairWorker<WorkRef, unknown>, 'run' | 'heldFor'>,
    private readonly feed: Pick<DueFeed, 'refill'>,
    private readonly queues: Pick<WorkQueues, 'addLater' | 'addRetry' | 'reserveRetry' | 'touch' | 'leave'>,
  ) {}

  /** Resolves when all rows of the job are done. */
  async handle({ name, data }: Pick<Job, 'name' | 'data'>): Promise<void> {
    const refs = decodeWorkRefs(data);
    if (name === RETRY) return this.retry(refs);
    if (refs.length > 0) await new Promise<void>((resolve) => this.runAll(refs, resolve));
  }

  /** Works on rows that no job has brought. */
  take(refs: readonly WorkRef[]): void {
    this.runAll(refs, () => {});
  }

  private run(refs: readonly WorkRef[], onEnd: (ref: WorkRef, end: RowEnd) => void): void {
    this.touchTimer ??= setInterval(() => this.touch(), TOUCH_EVERY_MS).unref();
    this.worker.run(refs, { left: (ref) => this.leave(ref), ended: onEnd });
  }

  private touch(): void {
    void this.queues.touch(this.queue, this.worker.heldFor(TOUCH_EVERY_MS));
  }

  private runAll(refs: readonly WorkRef[], onDone: () => void): void {
    let left = refs.length;
    const done = (): void => {
      left -= 1;
      if (left === 0) onDone();
    };
    this.run(refs, (ref, end) => {
      if (end?.kind === 'later') this.queues.addLater(this.queue, ref, end.afterMs);
      if (end?.kind !== 'again') return done();
      void this.queues.addRetry(this.queue, ref, end.afterMs, end.attempts).then(done);
    });
  }

  /** A row with a job of its own. */
  private async retry(refs: readonly WorkRef[]): Promise<void> {
    const [ref] = refs;
    if (ref === undefined) return;
    const end = await new Promise<RowEnd>((resolve) => this.run([ref], (_, each) => resolve(each)));
    if (end?.kind === 'again') {
      await this.queues.reserveRetry(this.queue, ref, end.afterMs);
      throw new RetryLater(end.code, end.afterMs);
    }
    if (end?.kind === 'fault') throw new RetryLater('fault', FAULT_DELAY_MS);
    if (end?.kind === 'given_up') throw new UnrecoverableError(end.code);
    if (end?.kind === 'later') this.queues.addLater(this.queue, ref, end.afterMs);
  }

  async close(): Promise<void> {
    clearInterval(this.touchTimer);
    await this.letOut();
  }

  private leave(ref: WorkRef): void {
    this.leaving.push(ref);
    this.leaveTimer ??= setTimeout(() => void this.letOut(), LEAVE_EVERY_MS);
  }

  private async letOut(): Promise<void> {
    clearTimeout(this.leaveTimer);
    this.leaveTimer = undefined;
    const refs = this.leaving;
    this.leaving = [];
    if (refs.length === 0) return;
    // What cannot be read now is found by the next sweep.
    for (const environmentId of await this.queues.leave(this.queue, refs)) {
      await this.feed.refill(environmentId).catch(() => {});
    }
  }
}
