import type { Schemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { fromPublicId } from '../platform/ids.js';
import { requireMatch } from '../platform/preconditions.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import { MAX_INQUIRY_DELAY_MS } from '../processors/pending-inquiry.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import type { AuditLog } from '../security/audit-log.js';
import { actorColumns, type Caller } from '../security/caller.js';
import { type AskedPart, setCapture, setTaken } from './payment-capture.js';
import { ALREADY_CAPTURED, allowedActions, decide, type PaymentAction } from './payment-state.js';
import { requireSomeoneElse } from './payment-maker.js';
import { closeUnsent, lockPayment } from './payment-store.js';
import type { WrittenChange, PaymentTransitions } from './payment-transitions.js';
import { presentPayment } from './payment.presenter.js';
import { Payment } from './payment.entity.js';

// A capture or void that is sent again starts a new period of unknown outcome. The authorization is never sent again.
const ASK_ANEW = namedQuery(
  'payment_attempts_ask_anew',
  `UPDATE payment_attempts SET unclear_since = NULL
    WHERE environment_id = $1 AND payment_id = $2 AND operation IN ('capture', 'void') AND state <> 'declined'`,
);

// Not part of the statement that moves payments: few moves have an actor.
const STORE_ACTOR = namedQuery(
  'payment_transitions_note_actor',
  `UPDATE payment_transitions SET key_id = $4, user_id = $5
    WHERE environment_id = $1 AND payment_id = $2 AND version = $3`,
);

// The code of the latest declined capture or void.
const LAST_REFUSAL = namedQuery(
  'payment_attempts_last_refusal',
  `SELECT code FROM payment_attempts
    WHERE environment_id = $1 AND payment_id = $2 AND operation IN ('capture', 'void') AND state = 'declined'
    ORDER BY finished_at DESC, id DESC LIMIT 1`,
);

/** Audit log entry by action. */
const AUDITED = {
  approve: 'payment.approved',
  reject: 'payment.rejected',
  cancel: 'payment.cancelled',
  capture: 'payment.captured',
} as const;

export interface PaymentActionsDependencies {
  readonly database: Database;
  readonly processors: Pick<ProcessorRegistry, 'resolve'>;
  readonly transitions: PaymentTransitions;
  readonly idempotency: Idempotency;
  readonly queues: WorkQueues;
  readonly audit: AuditLog;
}

/** An action, with what the client says about it. */
interface Act {
  readonly action: PaymentAction;
  readonly reason?: string | undefined;
  /** What to capture; undefined for all that can be captured. */
  readonly part?: AskedPart | undefined;
  /** What another capture took, as the client says; undefined for what was asked for. */
  readonly taken?: Schemas['Amount'] | undefined;
  /** Throws if the caller may not do it with the locked payment. */
  readonly allow?: (transaction: Transaction, payment: Payment) => Promise<void>;
}

/** Actions of clients on pending payments. */
export class PaymentActions {
  constructor(private readonly deps: PaymentActionsDependencies) {}

  /** Approves. Also throws `approval_by_maker`, if the account asks for someone else than the creator. */
  approve(
    caller: Caller,
    publicId: string,
    { amount: taken, reason }: Schemas['ApprovePayment'] = {},
  ): Promise<Schemas['Payment']> {
    const allow = async (transaction: Transaction, { id, stage }: Payment): Promise<void> => {
      if (stage === 'awaiting_approval') await requireSomeoneElse(transaction, caller, id);
    };
    return this.perform(caller, publicId, { action: 'approve', reason, taken, allow });
  }

  /** Rejects or cancels. A 409 names the current state and the allowed actions. */
  act(
    caller: Caller,
    publicId: string,
    action: Exclude<PaymentAction, 'approve' | 'capture'>,
    reason?: string,
  ): Promise<Schemas['Payment']> {
    return this.perform(caller, publicId, { action, reason });
  }

  /** Captures an amount, or all that can be captured. Throws if the processor cannot capture it. */
  async capture(
    caller: Caller,
    publicId: string,
    { amount, reason }: Schemas['CapturePayment'] = {},
  ): Promise<Schemas['Payment']> {
    // Before the transaction, since the connection of the processor may have to be read.
    const part = amount && { amount, takesPart: await this.takesPart(caller, publicId, amount) };
    return this.perform(caller, publicId, { action: 'capture', reason, part });
  }

  private async perform(caller: Caller, publicId: string, act: Act): Promise<Schemas['Payment']> {
    let written: WrittenChange | undefined;
    const answer = await this.deps.idempotency.inTransaction(caller, async (transaction) => {
      written = await this.decideAndApply(transaction, caller, publicId, act);
      await this.deps.audit.record(transaction, caller, { action: AUDITED[act.action], objectId: publicId });
      return presentPayment(written.payment, caller.mode);
    });
    if (written !== undefined) {
      const due = written.payment.stage === 'processing' ? [written.payment] : [];
      await Promise.all([
        this.deps.queues.add('payments', due),
        this.deps.queues.add('deliveries', written.deliveries),
      ]);
    }
    return answer;
  }

  /** Asks the payment's adapter. An unknown payment is refused later. */
  private async takesPart(
    caller: Caller,
    publicId: string,
    { value: amountValue, currency }: Schemas['Amount'],
  ): Promise<boolean> {
    const id = fromPublicId('pay', publicId);
    const payment = id === undefined ? undefined : await this.deps.database.forEnvironment(caller).find(Payment, id);
    if (payment === undefined) return false;
    const usable = await this.deps.processors.resolve(caller.environmentId, payment.processor);
    return usable?.processor.canCapturePart({ amountValue, currency }) === true;
  }

  private async decideAndApply(
    transaction: Transaction,
    caller: Caller,
    publicId: string,
    { action, reason, part, taken, allow }: Act,
  ): Promise<WrittenChange> {
    const locked = await lockPayment(transaction, caller, publicId);
    requireMatch(caller, locked.version);
    const isTaken = await isTakenOtherwise(transaction, locked);
    const decision = decide({ ...locked, isTaken }, action);
    if (decision.kind === 'conflict') throw conflict(locked, action, decision.code);
    const { step } = decision;
    const payment =
      part === undefined
        ? await setTaken(transaction, locked, step.to, { amount: taken, isTaken })
        : await setCapture(transaction, locked, part);
    // So far only a person says that the money is held: ask the processor later.
    const dueInMs = step.to.stage === 'authorized' ? MAX_INQUIRY_DELAY_MS : undefined;
    await allow?.(transaction, locked);
    const change = { ...step, reason, trace: caller.trace, dueInMs };
    const written = await this.deps.transitions.apply(transaction, payment, caller.mode, change);
    if (written === undefined) throw new Error('a locked payment changed');
    const { keyId, userId } = actorColumns(caller.actor);
    transaction.queue(STORE_ACTOR, [payment.environmentId, payment.id, written.payment.version, keyId, userId]);
    if (locked.isUnsent && action === 'cancel') closeUnsent(transaction, payment);
    if (written.payment.stage === 'authorized') transaction.queue(ASK_ANEW, [payment.environmentId, payment.id]);
    return written;
  }
}

async function isTakenOtherwise(transaction: Transaction, { environmentId, id, stage }: Payment): Promise<boolean> {
  if (stage !== 'requires_attention') return false;
  const [refusal] = await transaction.run<{ code: string | null }>(LAST_REFUSAL, [environmentId, id]);
  return refusal?.code === ALREADY_CAPTURED;
}

const NAMES: Readonly<Record<PaymentAction, string>> = {
  approve: 'approval',
  reject: 'rejection',
  cancel: 'cancellation',
  capture: 'capture',
};

function conflict(payment: Payment, action: PaymentAction, code: 'state_conflict' | 'payment_in_flight'): DomainError {
  const detail =
    code === 'payment_in_flight'
      ? 'The payment is being processed and can no longer be cancelled.'
      : `The payment's current state does not allow ${NAMES[action]}.`;
  const members = {
    currentStatus: payment.status,
    currentStage: payment.stage,
    allowedActions: allowedActions(payment),
  };
  return new DomainError(code, detail, { members });
}
