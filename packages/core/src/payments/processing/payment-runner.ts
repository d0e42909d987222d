import type { ChargedMethods } from '../../customers/charged-methods.js';
import type { ProcessorCustomers } from '../../customers/processor-customers.js';
import type { Config } from '../../platform/config/config.js';
import { ERASED_EMAIL } from '../../platform/erasure/erased-json.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { RunnerQueues } from '../../platform/queues/work-runner.js';
import type { StepEnd } from '../../platform/queues/fair-worker.js';
import type { CallSlot } from '../../processors/call-slots.js';
import { repeatAfter, unclearFor } from '../../processors/inquiry-schedule.js';
import {
  NOT_SENT,
  type ProcessorAttempt,
  type ProcessorOutcome,
  type ProcessorCapture,
} from '../../processors/payment-processor.js';
import type { ProcessorRegistry, UsableProcessor } from '../../processors/processor-registry.js';
import { askedAgain, ProcessorRunner, type ProcessorRunnerDependencies } from '../../processors/processor-runner.js';
import { MAX_INQUIRY_DELAY_MS } from '../../processors/pending-inquiry.js';
import type { ClaimedPayment } from './payment-claims.js';
import {
  afterProcessorAnswer,
  EXPIRED_UNSENT,
  ALREADY_CAPTURED,
  maySend,
  SUBSCRIPTION_CANCELLED,
  type PaymentStage,
  type PaymentStep,
  type ProcessorAnswer,
} from '../payment-state.js';
import { toCapture } from '../payment-amounts.js';
import type { StateChange } from '../payment-transitions.js';
import { type Hold, acknowledgementOf, type PaymentOutcomes } from './payment-outcomes.js';
import type { PaymentPages } from '../payment-pages.js';
import type { SettlementMetrics } from './settlement-metrics.js';

/** After this time with an unknown outcome a person must decide. */
const UNANSWERED_AFTER_MS = 86_400_000;
/** Fits into an integer of Postgres. */
const MAX_DELAY_MS = 2_000_000_000;

export interface PaymentRunnerDependencies extends ProcessorRunnerDependencies<ClaimedPayment> {
  readonly processors: Pick<ProcessorRegistry, 'resolve'>;
  readonly outcomes: PaymentOutcomes;
  readonly methods: Pick<ChargedMethods, 'token'>;
  readonly customers: Pick<ProcessorCustomers, 'of'>;
  readonly pages: Pick<PaymentPages, 'checkoutOf'>;
  readonly queues: RunnerQueues & Pick<WorkQueues, 'add'>;
  readonly settlements: SettlementMetrics;
  readonly settings: Pick<Config, 'PROCESSOR_PENDING_LIMIT'>;
}

/** Processes due payments: asks the processor and writes its response with the event. */
export class PaymentRunner extends ProcessorRunner<ClaimedPayment> {
  private readonly pendingLimitMs: number;

  constructor(private readonly deps: PaymentRunnerDependencies) {
    super('payment', deps);
    this.pendingLimitMs = deps.settings.PROCESSOR_PENDING_LIMIT;
  }

  async step(payment: ClaimedPayment, slot: CallSlot): Promise<StepEnd> {
    if (performance.now() >= payment.leasedUntil) return this.logLost(payment);
    if (payment.isExpiredUnsent) return this.settle(payment, NOT_SENT, EXPIRED_UNSENT);
    if (payment.isSubscriptionCancelled && !isBegun(payment)) {
      return this.settle(payment, NOT_SENT, SUBSCRIPTION_CANCELLED);
    }
    const usable = await this.deps.processors.resolve(payment.environmentId, payment.processor);
    const outcome = await this.ask(payment, usable);
    if (outcome === undefined) return this.logLost(payment);
    slot.outcome = outcome;
    if (outcome.kind !== 'later' || outcome.reason !== 'unreachable') return this.conclude(payment, outcome);
    const next = await this.deps.outcomes.failOver(payment);
    if (next === undefined) return this.conclude(payment, notTaken(payment, usable) ?? outcome);
    this.deps.logger.warn(
      { event: 'payment_failed_over', payment: payment.id, to: next },
      'the processor was unreachable; the payment moved to another connection',
    );
    await this.deps.queues.add('payments', [{ ...payment, processor: next }]);
    return undefined;
  }

  private async conclude(payment: ClaimedPayment, outcome: ProcessorOutcome): Promise<StepEnd> {
    if (isExpiredUndone(payment, outcome)) return this.settle(payment, outcome, EXPIRED_UNSENT);
    const checkAfterMs = this.checkAfter(payment, outcome);
    const { isCaptureSent } = payment.attempt;
    const step = afterProcessorAnswer({ ...payment, isCaptureSent }, this.answerOf(payment, outcome));
    if (step === undefined && payment.stage === 'authorized' && outcome.kind === 'approved') {
      await this.deps.outcomes.confirmHold(payment, holdOf(payment, outcome.captureBefore ?? payment.captureBefore));
      return undefined;
    }
    if (step === undefined) return this.askLater(payment, outcome, checkAfterMs);
    await this.settle(payment, outcome, { ...step, ...changeOf(payment, step, outcome, checkAfterMs) });
  }

  /** Delay until the processor is asked again if the payment is still open, in milliseconds. */
  private checkAfter(payment: ClaimedPayment, outcome: ProcessorOutcome): number {
    if (outcome.kind === 'requires_action') return outcome.checkAfterMs;
    if (outcome.kind === 'pending' || outcome.kind === 'later')
      return sooner(outcome.checkAfterMs, this.pendingFor(payment, outcome));
    if (outcome.kind !== 'unknown') return MAX_INQUIRY_DELAY_MS;
    const unclearMs = unclearFor(payment, payment.attempt);
    return sooner(repeatAfter(unclearMs), UNANSWERED_AFTER_MS - unclearMs);
  }

  /** How much longer an operation may stay pending before a person must decide, in milliseconds. */
  private pendingFor(payment: ClaimedPayment, outcome: ProcessorOutcome): number {
    return isTurnedAway(payment, outcome) ? Infinity : this.pendingLimitMs - ageOf(payment);
  }

  private answerOf(payment: ClaimedPayment, outcome: ProcessorOutcome): ProcessorAnswer {
    const { kind } = outcome;
    if (capturedIn(outcome) !== undefined) return 'captured_at_processor';
    if (kind === 'unknown') return unclearFor(payment, payment.attempt) >= UNANSWERED_AFTER_MS ? 'unanswered' : kind;
    if (kind === 'pending' || kind === 'later') {
      return this.pendingFor(payment, outcome) <= 0 ? 'unanswered' : 'pending';
    }
    const isTaken = kind === 'declined' && outcome.code === ALREADY_CAPTURED && payment.operation === 'capture';
    return isTaken ? 'taken_otherwise' : kind;
  }

  /** Returns undefined when the lease was lost meanwhile. */
  private async ask(
    payment: ClaimedPayment,
    usable: UsableProcessor | undefined,
  ): Promise<ProcessorOutcome | undefined> {
    if (!isBegun(payment) && refusalOf(payment, usable) !== undefined)
      return { kind: 'later', reason: 'unreachable', checkAfterMs: 0 };
    if (usable === undefined) return { kind: 'unknown' };
    const { processor } = usable;
    const request = await this.requestOf(payment);
    const isSent = isSentNow(payment);
    const call = { ...request, operation: isSent ? payment.operation : 'status' } as const;
    return this.call(payment, processor, call, (trace) => {
      const traced = { ...request, trace };
      return isSent ? processor[payment.operation](traced) : processor.getStatus(traced);
    });
  }

  private async requestOf(payment: ClaimedPayment): Promise<ProcessorAttempt> {
    const { attempt } = payment;
    if (attempt.authorization === null) throw new Error(`there is no authorization to ${payment.operation}`);
    return {
      environmentId: payment.environmentId,
      paymentId: payment.id,
      reference: attempt.id,
      isRepeat: attempt.isRepeat,
      operation: payment.operation,
      expiredForMs: payment.expiredForMs,
      authorization: attempt.authorization,
      amountValue: payment.operation === 'capture' ? toCapture(payment) : Number(payment.amountValue),
      authorizedValue: Number(payment.amountValue),
      currency: payment.currency,
      captureMethod: payment.captureMethod,
      metadata: payment.metadata,
      startedAt: attempt.startedAt,
      now: payment.claimedAt,
      trace: payment.trace,
      externalReference: attempt.externalReference,
      storeExternalReference: (reference, former) => this.deps.outcomes.storeReference(payment, reference, former),
      description: payment.description,
      customer: customerOf(payment),
      initiator: payment.initiator,
      statementDescriptorSuffix: payment.statementDescriptorSuffix,
      receiptEmail: payment.receiptEmail,
      paymentMethodToken: () => this.deps.methods.token(payment),
      customerAtProcessor: this.deps.customers.of(payment),
      checkout: payment.operation === 'authorize' ? await this.deps.pages.checkoutOf(payment) : null,
    };
  }

  private async settle(payment: ClaimedPayment, outcome: ProcessorOutcome, change: StateChange): Promise<StepEnd> {
    const written = await this.deps.outcomes.settle({ payment, outcome, change });
    if (written === undefined) return this.logLost(payment);
    this.deps.settlements.countChange(payment.mode, written.payment);
    const due = written.payment.stage === 'processing' ? [written.payment] : [];
    await Promise.all([this.deps.queues.add('payments', due), this.deps.queues.add('deliveries', written.deliveries)]);
    return undefined;
  }

  private async askLater(payment: ClaimedPayment, outcome: ProcessorOutcome, delayMs: number): Promise<StepEnd> {
    const delay = Math.ceil(delayMs);
    const acknowledgement = acknowledgementOf(payment, outcome);
    const nextActionUrl = outcome.kind === 'requires_action' ? outcome.url : null;
    const scheduled = await this.deps.outcomes.scheduleInquiry({
      payment,
      acknowledgement,
      delayMs: delay,
      nextActionUrl,
    });
    return askedAgain(acknowledgement, delay, scheduled);
  }
}

/** Why a payment that was never sent fails, if its processor takes no new payments; undefined if it does. */
function notTaken(payment: ClaimedPayment, usable: UsableProcessor | undefined): ProcessorOutcome | undefined {
  const refusal = isBegun(payment) ? undefined : refusalOf(payment, usable);
  return refusal && { kind: 'declined', code: refusal, message: REFUSALS[refusal] };
}

const REFUSALS = {
  processor_deleted: 'The connection to the payment processor was deleted.',
  processor_disabled: 'The connection to the payment processor is disabled.',
  processor_not_accepting: 'The connection to the payment processor does not accept the currency or the amount.',
};

/** Why a processor takes no new payment like this; undefined if it does. */
function refusalOf(
  { subscriptionId, amountValue, currency }: ClaimedPayment,
  usable: UsableProcessor | undefined,
): keyof typeof REFUSALS | undefined {
  if (usable === undefined) return 'processor_deleted';
  if (!usable.enabled) return 'processor_disabled';
  // Others are refused when they are created. Those of subscriptions are owed, and fail here.
  const isTaken = subscriptionId === null || usable.takes?.({ amountValue: Number(amountValue), currency }) !== false;
  return isTaken ? undefined : 'processor_not_accepting';
}

/** What a response changes, apart from the state. */
function changeOf(
  payment: ClaimedPayment,
  { to }: PaymentStep,
  outcome: ProcessorOutcome,
  checkAfterMs: number,
): Omit<StateChange, keyof PaymentStep> {
  const approved = outcome.kind === 'approved' ? outcome : undefined;
  const hold = to.stage === 'authorized' ? approved?.captureBefore : undefined;
  const isAsked = isAskedAgain(to.stage) && outcome.kind !== 'declined';
  return {
    captureBefore: hold,
    savedMethod: approved?.savedMethod,
    captured: to.status === 'completed' ? capturedIn(outcome) : undefined,
    failure: to.status === 'failed' && outcome.kind === 'declined' ? outcome : undefined,
    nextActionUrl: outcome.kind === 'requires_action' ? outcome.url : undefined,
    dueInMs: isAsked ? checkAfterMs : holdOf(payment, hold ?? null).dueInMs,
  };
}

/** When a hold is asked about again: once its time is up, and then every hour until it is gone. */
function holdOf({ claimedAt }: ClaimedPayment, captureBefore: Date | null): Hold {
  if (captureBefore === null) return { captureBefore, dueInMs: undefined };
  const untilMs = captureBefore.getTime() - claimedAt.getTime();
  return { captureBefore, dueInMs: untilMs > 0 ? Math.min(untilMs, MAX_DELAY_MS) : MAX_INQUIRY_DELAY_MS };
}

function customerOf({ customerId: id, customerEmail: email }: ClaimedPayment): ProcessorAttempt['customer'] {
  return id === null || email === null || email === ERASED_EMAIL ? null : { id, email };
}

/** Whether the connection may already have received a request for this payment. If so, the payment stays with it. */
function isBegun({ attempt, operation }: ClaimedPayment): boolean {
  return attempt.isRepeat || operation !== 'authorize';
}

/** The capture at the processor that an outcome reports. */
function capturedIn(outcome: ProcessorOutcome): ProcessorCapture | undefined {
  return outcome.kind === 'approved' || outcome.kind === 'declined' ? outcome.captured : undefined;
}

/** Whether its time is up, and its processor certainly did nothing. */
function isExpiredUndone({ expiredForMs }: ClaimedPayment, outcome: ProcessorOutcome): boolean {
  return expiredForMs !== null && outcome.kind === 'declined' && outcome.code === NOT_SENT.code;
}

/** Whether an operation is sent with this claim; otherwise its status is queried. */
function isSentNow(payment: ClaimedPayment): boolean {
  return payment.attempt.state === 'open' && maySend(payment);
}

/**
 * Whether its processor refused the request and did nothing, and no earlier one is in doubt. Then it is sent again, however old
 * it is. In `requires_attention` it would only be queried, and fail because nothing was sent.
 */
function isTurnedAway(payment: ClaimedPayment, outcome: ProcessorOutcome): boolean {
  const isRefused = outcome.kind === 'later' && outcome.reason !== 'unreachable';
  return isRefused && isSentNow(payment) && payment.attempt.unclearSince === null;
}

function isAskedAgain(stage: PaymentStage | null): boolean {
  return stage === 'requires_action' || stage === 'requires_attention';
}

/** `waitMs`, but no longer than `untilMs` if that is ahead. */
function sooner(waitMs: number, untilMs: number): number {
  return untilMs > 0 ? Math.min(waitMs, untilMs) : waitMs;
}

/** Time since the attempt started, in milliseconds. */
function ageOf({ claimedAt, attempt }: ClaimedPayment): number {
  return claimedAt.getTime() - attempt.startedAt.getTime();
}
