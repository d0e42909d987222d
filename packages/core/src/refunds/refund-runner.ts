import type { Logger } from '../platform/logger.js';
import type { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import { GROUPS, type RunnerQueues, WorkRunner } from '../platform/queues/work-runner.js';
import type { StepEnd, Work } from '../platform/queues/work-turns.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { CallLimits } from '../processors/call-limits.js';
import { CallOverflow } from '../processors/call-overflow.js';
import { type CallSlot, CallSlots } from '../processors/call-slots.js';
import { acknowledgementIn, MAX_INQUIRIES_PER_JOB, repeatAfter, unclearFor } from '../processors/inquiry-schedule.js';
import { LeaseLost } from '../processors/lease-lost.js';
import type { RefundOutcome, RefundRequest } from '../processors/payment-processor.js';
import type { ProcessorCalls } from '../processors/processor-calls.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { ClaimedRefund, RefundClaims } from './refund-claims.js';
import type { RefundEnd, RefundOutcomes } from './refund-outcomes.js';
import { afterRefundAnswer } from './refund-state.js';

const DELETED: RefundOutcome = {
  kind: 'declined',
  code: 'processor_deleted',
  message: 'The connection to the payment processor was deleted.',
};

export interface RefundRunnerDependencies {
  readonly claims: RefundClaims;
  readonly processors: Pick<ProcessorRegistry, 'resolve'>;
  readonly outcomes: RefundOutcomes;
  readonly queues: RunnerQueues & Pick<WorkQueues, 'add'>;
  readonly calls: ProcessorCalls;
  readonly limits: CallLimits;
  readonly leases: LeaseMetrics;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Processes due refunds: asks the processor and writes its response with the event. */
export class RefundRunner implements Work<ClaimedRefund, CallSlot> {
  readonly runner: WorkRunner<ClaimedRefund, CallSlot>;
  private readonly overflow: CallOverflow;

  constructor(private readonly deps: RefundRunnerDependencies) {
    const { claims, limits, queues, logger } = deps;
    const lineOf = ({ processor = '' }: WorkRef): string => processor;
    const settings = { queue: 'refunds', ...GROUPS, lineOf } as const;
    this.runner = new WorkRunner(settings, this, new CallSlots(limits), { source: claims, queues, logger });
    const { turns } = this.runner;
    limits.onRoom(() => turns.advance());
    this.overflow = new CallOverflow({ queue: 'refunds', turns, limits, rows: claims, queues, logger });
  }

  /** Finds due refunds without a job, `graceMs` after they became due. Resolves to true if there may be more. */
  sweep(graceMs: number): Promise<boolean> {
    return this.runner.sweep(graceMs);
  }

  /** Takes no more refunds and resolves when all work in progress is done. */
  async drain(): Promise<void> {
    this.overflow.stop();
    await this.runner.drain();
  }

  claim(refs: readonly WorkRef[]): Promise<readonly ClaimedRefund[]> {
    this.overflow.start();
    return this.deps.claims.claim(refs);
  }

  async step(refund: ClaimedRefund, slot: CallSlot): Promise<StepEnd> {
    if (performance.now() >= refund.leasedUntil) return this.logLost(refund);
    const outcome = await this.ask(refund);
    if (outcome === undefined) return this.logLost(refund);
    slot.outcome = outcome;
    const end = endOf(refund, outcome);
    if (end !== undefined) return this.settle(refund, end);
    const isConfirmed = outcome.kind === 'approved' || outcome.kind === 'pending';
    if (refund.status === 'completed' && isConfirmed) return this.confirm(refund);
    const isTold = outcome.kind === 'pending' || outcome.kind === 'later';
    const delayMs = isTold ? outcome.checkAfterMs : repeatAfter(unclearFor(refund, refund.attempt));
    return this.askLater(refund, acknowledgementIn(outcome), delayMs);
  }

  /** Returns undefined when the lease was lost meanwhile. */
  private async ask(refund: ClaimedRefund): Promise<RefundOutcome | undefined> {
    const { attempt } = refund;
    if (attempt.paymentReference === null) throw new Error('the payment of the refund has no authorization');
    const processor = (await this.deps.processors.resolve(refund.environmentId, refund.processor))?.processor;
    if (processor === undefined) return this.withoutProcessor(refund);
    const request: RefundRequest = {
      environmentId: refund.environmentId,
      reference: attempt.id,
      isRepeat: attempt.isRepeat,
      amountValue: Number(refund.amountValue),
      currency: refund.currency,
      metadata: refund.metadata,
      origin: refund.origin,
      startedAt: attempt.startedAt,
      now: refund.claimedAt,
      trace: refund.trace,
      paymentReference: attempt.paymentReference,
      paymentMetadata: refund.paymentMetadata,
      externalReference: attempt.externalReference,
      paymentExternalReference: attempt.paymentExternalReference,
      storeExternalReference: (reference) => this.deps.outcomes.storeReference(refund, reference),
    };
    try {
      const isNew = attempt.state === 'open';
      const call = { ...request, operation: isNew ? 'refund' : 'status' } as const;
      return await this.deps.calls.follow(processor, call, (trace) => {
        const traced = { ...request, trace };
        return isNew ? processor.refund(traced) : processor.getRefundStatus(traced);
      });
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      this.deps.logger.warn(
        { event: 'processor_call_failed', refund: refund.id, err: error },
        'the call to the payment processor failed; its outcome will be queried',
      );
      return { kind: 'unknown' };
    }
  }

  private withoutProcessor({ status, attempt }: ClaimedRefund): RefundOutcome {
    if (status === 'completed') return { kind: 'approved' };
    return attempt.isRepeat ? { kind: 'unknown' } : DELETED;
  }

  private async settle(refund: ClaimedRefund, end: RefundEnd): Promise<StepEnd> {
    const deliveries = await this.deps.outcomes.settle(refund, end);
    if (deliveries === undefined) return this.logLost(refund);
    await this.deps.queues.add('deliveries', deliveries);
    return undefined;
  }

  private async confirm(refund: ClaimedRefund): Promise<StepEnd> {
    const confirmed = await this.deps.outcomes.confirm(refund);
    if (confirmed === undefined) return this.logLost(refund);
    return confirmed.isDue ? { kind: 'later', afterMs: 0 } : undefined;
  }

  private logLost({ id }: ClaimedRefund): undefined {
    this.deps.leases.countFenced('refunds');
    this.deps.logger.warn(
      { event: 'lease_lost', refund: id },
      'another worker has claimed the refund, or it has changed',
    );
  }

  private async askLater(
    refund: ClaimedRefund,
    acknowledgement: ReturnType<typeof acknowledgementIn>,
    delayMs: number,
  ): Promise<StepEnd> {
    const delay = Math.ceil(delayMs);
    const scheduled = await this.deps.outcomes.scheduleInquiry({ refund, acknowledgement, delayMs: delay });
    if (scheduled === undefined) return undefined;
    const afterMs = scheduled.isDue ? 0 : delay;
    return acknowledgement === 'unclear'
      ? { kind: 'again', code: 'outcome_unknown', afterMs, attempts: MAX_INQUIRIES_PER_JOB }
      : { kind: 'later', afterMs };
  }
}

/** How the refund ends with this outcome; undefined while it stays open. */
function endOf(refund: ClaimedRefund, outcome: RefundOutcome): RefundEnd | undefined {
  const status = outcome.kind === 'later' ? undefined : afterRefundAnswer(refund.status, outcome.kind);
  if (status === 'completed') return { status };
  if (status !== 'failed' || outcome.kind !== 'declined') return undefined;
  return { status, failure: { code: outcome.code, message: outcome.message } };
}
