import { repeatAfter, unclearFor } from '../payments/processing/payment-runner.js';
import type { Logger } from '../platform/logger.js';
import type { LeaseMetrics } from '../platform/metrics/lease-metrics.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import { WorkTurns, type Work } from '../platform/queues/work-turns.js';
import type { RefundOutcome, RefundRequest } from '../processors/payment-processor.js';
import type { ProcessorCalls } from '../processors/processor-calls.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { ClaimedRefund, RefundClaims } from './refund-claims.js';
import type { RefundEnd, RefundOutcomes } from './refund-outcomes.js';
import { afterRefundAnswer } from './refund-state.js';

export interface RefundRunnerDependencies {
  readonly claims: RefundClaims;
  readonly processors: Pick<ProcessorRegistry, 'byName'>;
  readonly outcomes: RefundOutcomes;
  readonly queues: Pick<WorkQueues, 'hint' | 'hintLater' | 'ready'>;
  readonly calls: ProcessorCalls;
  readonly leases: LeaseMetrics;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Processes due refunds: asks the processor and writes its response with the event. */
export class RefundRunner implements Work<ClaimedRefund> {
  readonly turns: WorkTurns<ClaimedRefund>;

  constructor(private readonly deps: RefundRunnerDependencies) {
    this.turns = new WorkTurns('refunds', deps.claims, this, deps.queues, deps.logger);
  }

  async step(refund: ClaimedRefund): Promise<void> {
    if (performance.now() >= refund.leasedUntil) return this.noteLost(refund);
    const outcome = await this.ask(refund);
    const end = endOf(refund, outcome);
    if (end !== undefined) return this.settle(refund, end);
    if (outcome.kind === 'pending') return this.askLater(refund, false, outcome.checkAfterMs);
    return this.askLater(refund, true, repeatAfter(unclearFor(refund, refund.attempt)));
  }

  private async ask(refund: ClaimedRefund): Promise<RefundOutcome> {
    const { attempt } = refund;
    if (attempt.paymentReference === null) throw new Error('the payment of the refund has no authorization');
    const processor = this.deps.processors.byName(refund.processor);
    const request: RefundRequest = {
      environmentId: refund.environmentId,
      reference: attempt.id,
      isRepeat: attempt.isRepeat,
      amountValue: Number(refund.amountValue),
      currency: refund.currency,
      metadata: refund.metadata,
      startedAt: attempt.startedAt,
      now: refund.claimedAt,
      trace: refund.trace,
      paymentReference: attempt.paymentReference,
      paymentMetadata: refund.paymentMetadata,
    };
    try {
      const isNew = attempt.state === 'open';
      const call = { ...request, operation: isNew ? 'refund' : 'status' } as const;
      return await this.deps.calls.follow(processor, call, (trace) => {
        const traced = { ...request, trace };
        return isNew ? processor.refund(traced) : processor.getRefundStatus(traced);
      });
    } catch (error) {
      this.deps.logger.warn({ event: 'processor_unreachable', refund: refund.id, err: error }, 'outcome unknown');
      return { kind: 'unknown' };
    }
  }

  private async settle(refund: ClaimedRefund, end: RefundEnd): Promise<void> {
    const deliveries = await this.deps.outcomes.settle(refund, end);
    if (deliveries === undefined) return this.noteLost(refund);
    await this.deps.queues.hint('deliveries', deliveries);
  }

  private noteLost({ id }: ClaimedRefund): void {
    this.deps.leases.noteFenced('refunds');
    this.deps.logger.warn(
      { event: 'lease_lost', refund: id },
      'another worker has claimed the refund, or it has changed',
    );
  }

  private async askLater(refund: ClaimedRefund, isUnclear: boolean, delayMs: number): Promise<void> {
    const delay = Math.ceil(delayMs);
    const postponed = await this.deps.outcomes.postpone({ refund, isUnclear, delayMs: delay });
    if (postponed?.isDue === true) return this.deps.queues.hint('refunds', [refund]);
    this.deps.queues.hintLater('refunds', refund, delay);
  }
}

/** How the refund ends with this outcome; undefined while it stays open. */
function endOf(refund: ClaimedRefund, outcome: RefundOutcome): RefundEnd | undefined {
  const status = afterRefundAnswer(refund.status, outcome.kind);
  if (status === 'completed') return { status };
  if (status !== 'failed' || outcome.kind !== 'declined') return undefined;
  return { status, failure: { code: outcome.code, message: outcome.message } };
}
