import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { RunnerQueues } from '../platform/queues/work-runner.js';
import type { StepEnd } from '../platform/queues/fair-worker.js';
import type { CallSlot } from '../processors/call-slots.js';
import { acknowledgementIn, repeatAfter, unclearFor } from '../processors/inquiry-schedule.js';
import type { RefundOutcome, RefundRequest } from '../processors/payment-processor.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { askedAgain, ProcessorRunner, type ProcessorRunnerDependencies } from '../processors/processor-runner.js';
import type { ClaimedRefund } from './refund-claims.js';
import type { RefundEnd, RefundOutcomes } from './refund-outcomes.js';
import { afterRefundAnswer } from './refund-state.js';

const DELETED: RefundOutcome = {
  kind: 'declined',
  code: 'processor_deleted',
  message: 'The connection to the payment processor was deleted.',
};

export interface RefundRunnerDependencies extends ProcessorRunnerDependencies<ClaimedRefund> {
  readonly processors: Pick<ProcessorRegistry, 'resolve'>;
  readonly outcomes: RefundOutcomes;
  readonly queues: RunnerQueues & Pick<WorkQueues, 'add'>;
}

/** Processes due refunds: asks the processor and writes its response with the event. */
export class RefundRunner extends ProcessorRunner<ClaimedRefund> {
  constructor(private readonly deps: RefundRunnerDependencies) {
    super('refund', deps);
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
      expiredForMs: null,
      trace: refund.trace,
      paymentReference: attempt.paymentReference,
      paymentMetadata: refund.paymentMetadata,
      externalReference: attempt.externalReference,
      paymentExternalReference: attempt.paymentExternalReference,
      storeExternalReference: (reference) => this.deps.outcomes.storeReference(refund, reference),
    };
    const isNew = attempt.state === 'open';
    const call = { ...request, operation: isNew ? 'refund' : 'status' } as const;
    return this.call(refund, processor, call, (trace) => {
      const traced = { ...request, trace };
      return isNew ? processor.refund(traced) : processor.getRefundStatus(traced);
    });
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

  private async askLater(
    refund: ClaimedRefund,
    acknowledgement: ReturnType<typeof acknowledgementIn>,
    delayMs: number,
  ): Promise<StepEnd> {
    const delay = Math.ceil(delayMs);
    const scheduled = await this.deps.outcomes.scheduleInquiry({ refund, acknowledgement, delayMs: delay });
    return askedAgain(acknowledgement, delay, scheduled);
  }
}

/** How the refund ends with this outcome; undefined while it stays open. */
function endOf(refund: ClaimedRefund, outcome: RefundOutcome): RefundEnd | undefined {
  const status = outcome.kind === 'later' ? undefined : afterRefundAnswer(refund.status, outcome.kind);
  if (status === 'completed') return { status };
  if (status !== 'failed' || outcome.kind !== 'declined') return undefined;
  return { status, failure: { code: outcome.code, message: outcome.message } };
}
