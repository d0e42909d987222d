import type { ChargedMethods } from '../../customers/charged-methods.js';
import type { Config } from '../../platform/config/config.js';
import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Logger } from '../../platform/logger.js';
import type { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import { WorkTurns, type Work } from '../../platform/queues/work-turns.js';
import type { ProcessorAttempt, ProcessorOutcome } from '../../processors/payment-processor.js';
import type { ProcessorCalls } from '../../processors/processor-calls.js';
import type { ProcessorRegistry } from '../../processors/processor-registry.js';
import { inquireAgain, MAX_INQUIRY_DELAY_MS } from '../../processors/pending-inquiry.js';
import { noteAnswer } from './attempt-answers.js';
import type { ClaimedPayment, OpenAttempt, PaymentClaims } from './payment-claims.js';
import {
  afterProcessorAnswer,
  ALREADY_CAPTURED,
  maySend,
  type PaymentStage,
  type ProcessorAnswer,
} from '../payment-state.js';
import type { Move, PaymentTransitions } from '../payment-transitions.js';
import { PAYMENT_COLUMNS, type Payment } from '../payment.entity.js';
import type { SettlementMetrics } from './settlement-metrics.js';

const HELD = namedQuery(
  'payments_held',
  `SELECT ${PAYMENT_COLUMNS} FROM payments p
    WHERE p.environment_id = $1 AND p.id = $2 AND p.lease = $3 AND p.status = 'pending' FOR UPDATE`,
);

const ASK_LATER = namedQuery(
  'payments_ask_later',
  `WITH postponed AS (
     UPDATE payments SET ${inquireAgain('payments', '$4::int')}
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND status = 'pending'
      RETURNING due_at <= now() AS is_due
   )
   UPDATE payment_attempts
      SET state = CASE WHEN $6::boolean OR state = 'approved' THEN state ELSE 'pending' END,
          unclear_since = CASE WHEN $6 THEN coalesce(unclear_since, now()) END,
          answered_at = CASE WHEN $6 THEN answered_at ELSE coalesce(answered_at, now()) END
     FROM postponed
    WHERE environment_id = $1 AND id = $5
    RETURNING is_due AS "isDue"`,
);

// The processor confirmed the manual decision: no further query, unless a callback has arrived since.
const CONFIRM_HOLD = namedQuery(
  'payments_bear_out',
  `WITH borne_out AS (
     UPDATE payments SET pending_inquiry = NULL, due_at = CASE pending_inquiry WHEN 'overtaken' THEN now() END
      WHERE environment_id = $1 AND id = $2 AND lease = $3 AND stage = 'authorized'
      RETURNING id
   )
   UPDATE payment_attempts a
      SET state = 'approved', finished_at = coalesce(a.finished_at, now()), answered_at = coalesce(a.answered_at, now()),
          unclear_since = NULL
     FROM borne_out
    WHERE a.environment_id = $1 AND a.id = $4 AND a.state <> 'declined'`,
);

/** After this time with an unknown outcome a person must decide. */
const UNANSWERED_AFTER_MS = 86_400_000;
const FIRST_REPEAT_MS = 2_000;

export interface PaymentRunnerDependencies {
  readonly database: Database;
  readonly claims: PaymentClaims;
  readonly processors: Pick<ProcessorRegistry, 'byName' | 'find'>;
  readonly transitions: PaymentTransitions;
  readonly methods: Pick<ChargedMethods, 'token'>;
  readonly queues: Pick<WorkQueues, 'hint' | 'hintLater' | 'ready'>;
  readonly calls: ProcessorCalls;
  readonly leases: LeaseMetrics;
  readonly settlements: SettlementMetrics;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly settings: Pick<Config, 'PROCESSOR_PENDING_LIMIT'>;
}

/** Processes due payments: asks the processor and writes its response with the event. */
export class PaymentRunner implements Work<ClaimedPayment> {
  readonly turns: WorkTurns<ClaimedPayment>;
  private readonly pendingLimitMs: number;

  constructor(private readonly deps: PaymentRunnerDependencies) {
    this.pendingLimitMs = deps.settings.PROCESSOR_PENDING_LIMIT;
    this.turns = new WorkTurns('payments', deps.claims, this, deps.queues, deps.logger);
  }

  isRemote({ processor }: ClaimedPayment): boolean {
    return this.deps.processors.find(processor)?.isRemote ?? false;
  }

  async step(payment: ClaimedPayment): Promise<void> {
    const attempt = await this.deps.claims.openAttempt(payment);
    if (attempt === undefined) return this.noteLost(payment);
    const outcome = await this.ask(payment, attempt);
    const checkAfterMs = this.checkAfter(payment, attempt, outcome);
    const { isCaptureSent } = attempt;
    const step = afterProcessorAnswer({ ...payment, isCaptureSent }, this.answerOf(payment, attempt, outcome));
    if (step === undefined && payment.stage === 'authorized' && outcome.kind === 'approved') {
      return this.confirmHold(payment, attempt);
    }
    if (step === undefined) return this.askLater(payment, attempt, outcome.kind === 'unknown', checkAfterMs);
    await this.settle(payment, attempt, outcome, {
      ...step,
      failure: step.to.status === 'failed' && outcome.kind === 'declined' ? outcome : undefined,
      nextActionUrl: outcome.kind === 'requires_action' ? outcome.url : undefined,
      dueInMs: isAskedAgain(step.to.stage) && outcome.kind !== 'declined' ? checkAfterMs : undefined,
    });
  }

  /** Delay until the processor is asked again if the payment is still open, in milliseconds. */
  private checkAfter(payment: ClaimedPayment, attempt: OpenAttempt, outcome: ProcessorOutcome): number {
    if (outcome.kind === 'requires_action') return outcome.checkAfterMs;
    if (outcome.kind === 'pending') return sooner(outcome.checkAfterMs, this.pendingLimitMs - ageOf(payment, attempt));
    if (outcome.kind !== 'unknown') return MAX_INQUIRY_DELAY_MS;
    const unclearMs = unclearFor(payment, attempt);
    return sooner(repeatAfter(unclearMs), UNANSWERED_AFTER_MS - unclearMs);
  }

  private answerOf(payment: ClaimedPayment, attempt: OpenAttempt, outcome: ProcessorOutcome): ProcessorAnswer {
    const { kind } = outcome;
    if (kind === 'unknown') return unclearFor(payment, attempt) >= UNANSWERED_AFTER_MS ? 'unanswered' : kind;
    if (kind === 'pending') return ageOf(payment, attempt) >= this.pendingLimitMs ? 'unanswered' : kind;
    const isTaken = kind === 'declined' && outcome.code === ALREADY_CAPTURED && payment.operation === 'capture';
    return isTaken ? 'taken_otherwise' : kind;
  }

  private async ask(payment: ClaimedPayment, attempt: OpenAttempt): Promise<ProcessorOutcome> {
    const processor = this.deps.processors.byName(payment.processor);
    const request: ProcessorAttempt = {
      environmentId: payment.environmentId,
      paymentId: payment.id,
      reference: attempt.id,
      isRepeat: attempt.isRepeat,
      operation: payment.operation,
      authorization: attempt.authorization,
      amountValue: Number(payment.amountValue),
      currency: payment.currency,
      captureMethod: payment.captureMethod,
      metadata: payment.metadata,
      startedAt: attempt.startedAt,
      now: payment.claimedAt,
      trace: payment.trace,
      paymentMethodToken: () => this.deps.methods.token(payment),
    };
    try {
      const isSent = attempt.state === 'open' && maySend(payment);
      const call = { ...request, operation: isSent ? payment.operation : 'status' } as const;
      return await this.deps.calls.follow(processor, call, (trace) => {
        const traced = { ...request, trace };
        return isSent ? processor[payment.operation](traced) : processor.getStatus(traced);
      });
    } catch (error) {
      this.deps.logger.warn({ event: 'processor_unreachable', payment: payment.id, err: error }, 'outcome unknown');
      return { kind: 'unknown' };
    }
  }

  private async settle(
    payment: ClaimedPayment,
    attempt: OpenAttempt,
    outcome: ProcessorOutcome,
    move: Move,
  ): Promise<void> {
    const { environmentId, id, lease } = payment;
    const moved = await this.deps.database.transaction(async (transaction) => {
      // Read again: the client may have edited the payment since the claim.
      const [held] = await transaction.run<Payment>(HELD, [environmentId, id, lease]);
      const written = held && (await this.deps.transitions.move(transaction, held, payment.mode, move));
      if (written === undefined) return undefined;
      noteAnswer(transaction, payment, attempt, outcome);
      return written;
    });
    if (moved === undefined) return this.noteLost(payment);
    this.deps.settlements.noteMoved(payment.mode, moved.payment);
    const due = moved.payment.stage === 'processing' ? [moved.payment] : [];
    await Promise.all([this.deps.queues.hint('payments', due), this.deps.queues.hint('deliveries', moved.deliveries)]);
  }

  private noteLost({ id }: ClaimedPayment): void {
    this.deps.leases.noteFenced('payments');
    this.deps.logger.warn(
      { event: 'lease_lost', payment: id },
      'response ignored: the payment has changed since the request',
    );
  }

  private async confirmHold({ environmentId, id, lease }: ClaimedPayment, attempt: OpenAttempt): Promise<void> {
    await this.deps.database.forSystem().run(CONFIRM_HOLD, [environmentId, id, lease, attempt.id]);
  }

  private async askLater(
    payment: ClaimedPayment,
    attempt: OpenAttempt,
    isUnclear: boolean,
    delayMs: number,
  ): Promise<void> {
    const delay = Math.ceil(delayMs);
    const { environmentId, id, lease } = payment;
    const values = [environmentId, id, lease, delay, attempt.id, isUnclear];
    const [postponed] = await this.deps.database.forSystem().run<{ isDue: boolean }>(ASK_LATER, values);
    if (postponed?.isDue === true) return this.deps.queues.hint('payments', [payment]);
    await this.deps.queues.hintLater('payments', [payment], delay, `pay_${id}_${lease}`);
  }
}

function isAskedAgain(stage: PaymentStage | null): boolean {
  return stage === 'requires_action' || stage === 'requires_attention';
}

/** `waitMs`, but no longer than `untilMs` if that is ahead. */
function sooner(waitMs: number, untilMs: number): number {
  return untilMs > 0 ? Math.min(waitMs, untilMs) : waitMs;
}

/** Time since the attempt started, in milliseconds. */
function ageOf({ claimedAt }: ClaimedPayment, { startedAt }: OpenAttempt): number {
  return claimedAt.getTime() - startedAt.getTime();
}

/** How long the outcome of an attempt has been unknown, in milliseconds. */
export function unclearFor(claim: { readonly claimedAt: Date }, attempt: Pick<OpenAttempt, 'unclearSince'>): number {
  return attempt.unclearSince === null ? 0 : claim.claimedAt.getTime() - attempt.unclearSince.getTime();
}

/** Delay after an unknown outcome: as long as it has been unknown, so that delays double from 2 s to an hour. */
export function repeatAfter(unclearMs: number): number {
  return Math.min(Math.max(unclearMs, FIRST_REPEAT_MS), MAX_INQUIRY_DELAY_MS);
}
