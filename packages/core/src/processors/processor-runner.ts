import type { Logger } from '../platform/logger.js';
import type { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import type { DueSource } from '../platform/queues/due-feed.js';
import { GROUPS, type RunnerQueues, WorkRunner } from '../platform/queues/work-runner.js';
import type { StepEnd, Work } from '../platform/queues/fair-worker.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { CallLimits } from './call-limits.js';
import { CallOverflow, type CallRows } from './call-overflow.js';
import { type CallSlot, CallSlots } from './call-slots.js';
import { type Acknowledgement, MAX_INQUIRIES_PER_JOB } from './inquiry-schedule.js';
import { LeaseLost } from './lease-lost.js';
import type { PaymentProcessor, ProcessorOutcome } from './payment-processor.js';
import type { Call, ProcessorCalls } from './processor-calls.js';

/** A payment or refund that this worker has claimed. */
export interface ClaimedRow extends WorkRef {
  /** By `performance.now()`: after it another worker may have claimed the row. */
  readonly leasedUntil: number;
}

/** The due rows, and how they are claimed. */
export interface ClaimSource<Claimed> extends DueSource, CallRows {
  claim(refs: readonly WorkRef[]): Promise<readonly Claimed[]>;
}

export interface ProcessorRunnerDependencies<Claimed> {
  readonly claims: ClaimSource<Claimed>;
  readonly queues: RunnerQueues;
  readonly calls: ProcessorCalls;
  readonly limits: CallLimits;
  readonly leases: LeaseMetrics;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** What the work on payments and on refunds has in common: rows are claimed in turn, and calls to a slow processor are limited. */
export abstract class ProcessorRunner<Claimed extends ClaimedRow> implements Work<Claimed, CallSlot> {
  readonly runner: WorkRunner<Claimed, CallSlot>;
  private readonly overflow: CallOverflow;

  constructor(
    private readonly kind: 'payment' | 'refund',
    private readonly common: ProcessorRunnerDependencies<Claimed>,
  ) {
    const { claims, limits, queues, logger } = common;
    const queue = `${kind}s` as const;
    const lineOf = ({ processor = '' }: WorkRef): string => processor;
    const slots = new CallSlots(limits);
    this.runner = new WorkRunner({ queue, ...GROUPS, lineOf }, this, slots, { source: claims, queues, logger });
    const { worker } = this.runner;
    limits.onRoom(() => worker.advance());
    this.overflow = new CallOverflow({ queue, worker, limits, rows: claims, queues, logger });
  }

  /** Takes a row one step further; resolves when the result is written. */
  abstract step(claimed: Claimed, slot: CallSlot): Promise<StepEnd>;

  /** Finds due rows without a job, `graceMs` after they became due. Resolves to true if there may be more. */
  sweep(graceMs: number): Promise<boolean> {
    return this.runner.sweep(graceMs);
  }

  /** Takes no more rows and resolves when all work in progress is done. */
  async drain(): Promise<void> {
    this.overflow.stop();
    await this.runner.drain();
  }

  claim(refs: readonly WorkRef[]): Promise<readonly Claimed[]> {
    this.overflow.start();
    return this.common.claims.claim(refs);
  }

  /** Calls a processor. An error is an unknown outcome; undefined when the lease was lost meanwhile. */
  protected async call<Outcome extends ProcessorOutcome>(
    { id }: Claimed,
    processor: PaymentProcessor,
    call: Call,
    send: (trace: Trace | null) => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'unknown' } | undefined> {
    try {
      return await this.common.calls.follow(processor, call, send);
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      this.common.logger.warn(
        { event: 'processor_call_failed', [this.kind]: id, err: error },
        'the call to the payment processor failed; its outcome will be queried',
      );
      return { kind: 'unknown' };
    }
  }

  protected logLost({ id }: Claimed): undefined {
    const { kind } = this;
    this.common.leases.countFenced(`${kind}s`);
    this.common.logger.warn(
      { event: 'lease_lost', [kind]: id },
      `another worker has claimed the ${kind}, or it has changed`,
    );
  }
}

/** The end of a step after which the processor is asked again, in `delayMs` if the row is not due before. */
export function askedAgain(
  acknowledgement: Acknowledgement,
  delayMs: number,
  scheduled: { readonly isDue: boolean } | undefined,
): StepEnd {
  if (scheduled === undefined) return undefined;
  const afterMs = scheduled.isDue ? 0 : delayMs;
  return acknowledgement === 'unclear'
    ? { kind: 'again', code: 'outcome_unknown', afterMs, attempts: MAX_INQUIRIES_PER_JOB }
    : { kind: 'later', afterMs };
}
