/** What the interface knows: a payment is pending until it is completed or failed, and both are final. */
export type PaymentStatus = 'pending' | 'completed' | 'failed';

/** Where a pending payment stands. */
export type PaymentStage = 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention';

export interface PaymentState {
  readonly status: PaymentStatus;
  readonly stage: PaymentStage | null;
}

/** Whether the money is taken at once, or held until it is captured. */
export type CaptureMethod = 'automatic' | 'manual';

/** What a payment processor is asked to do: hold or take the money, take what it holds, let go of it. */
export type PaymentOperation = 'authorize' | 'capture' | 'void';

/** Why what the processor holds is let go; it becomes the failure code of the payment. */
export type VoidReason = 'cancelled' | 'expired';

/** A payment and what its processor was last asked to do with it. */
export interface PaymentInProcess extends PaymentState {
  readonly captureMethod: CaptureMethod;
  readonly operation: PaymentOperation;
  readonly voidReason: VoidReason | null;
}

export type FailureCode = 'rejected' | VoidReason;

/** Where a payment goes next. */
export interface Step {
  readonly to: PaymentState;
  /** What the processor is asked for from now on; what it was, when left out. */
  readonly operation?: PaymentOperation;
  readonly voidReason?: VoidReason;
  /** Why it fails; left out where the processor says why. */
  readonly failureCode?: FailureCode;
}

export const COMPLETED: PaymentState = { status: 'completed', stage: null };
export const FAILED: PaymentState = { status: 'failed', stage: null };
const PROCESSING = pending('processing');

function pending(stage: PaymentStage): PaymentState {
  return { status: 'pending', stage };
}

function voiding(voidReason: VoidReason): Step {
  return { to: PROCESSING, operation: 'void', voidReason };
}

/** The state of a new payment: held for a person, or on its way to the processor. */
export function initialState(needsApproval: boolean): PaymentState {
  return pending(needsApproval ? 'awaiting_approval' : 'processing');
}

/** How much of a payment may still be refunded, in the currency's smallest unit. */
export function refundable(status: PaymentStatus, amount: number, refunded: number): number {
  return status === 'completed' ? amount - refunded : 0;
}

/** What a client may do with a payment that is under way. */
export type PaymentAction = 'approve' | 'reject' | 'cancel' | 'capture';

const ACTIONS: readonly PaymentAction[] = ['approve', 'reject', 'cancel', 'capture'];

export type Decision =
  | { readonly kind: 'move'; readonly step: Step }
  | { readonly kind: 'conflict'; readonly code: 'state_conflict' | 'payment_in_flight' };

const CONFLICT: Decision = { kind: 'conflict', code: 'state_conflict' };
const IN_FLIGHT: Decision = { kind: 'conflict', code: 'payment_in_flight' };

function move(step: Step): Decision {
  return { kind: 'move', step };
}

const DECISIONS: Readonly<Record<PaymentStage, Readonly<Partial<Record<PaymentAction, Decision>>>>> = {
  awaiting_approval: {
    approve: move({ to: PROCESSING }),
    reject: move({ to: FAILED, failureCode: 'rejected' }),
    cancel: move({ to: FAILED, failureCode: 'cancelled' }),
  },
  processing: { cancel: IN_FLIGHT },
  requires_action: { cancel: move(voiding('cancelled')) },
  authorized: { cancel: move(voiding('cancelled')), capture: move({ to: PROCESSING, operation: 'capture' }) },
  requires_attention: {
    approve: move({ to: COMPLETED }),
    reject: move({ to: FAILED, failureCode: 'rejected' }),
  },
};

/** What becomes of a payment when a client acts on it. */
export function decide(state: PaymentState, action: PaymentAction): Decision {
  if (state.stage === null) return CONFLICT;
  return DECISIONS[state.stage][action] ?? CONFLICT;
}

/** What a client may do with a payment in this state. */
export function allowedActions(state: PaymentState): PaymentAction[] {
  return ACTIONS.filter((action) => decide(state, action).kind === 'move');
}

/** What becomes of a payment whose time is up; undefined while its processor's answer has to be awaited first. */
export function expire(state: PaymentState): Step | undefined {
  switch (state.stage) {
    case 'awaiting_approval':
      return { to: FAILED, failureCode: 'expired' };
    case 'requires_action':
    case 'authorized':
      return voiding('expired');
    default:
      return undefined;
  }
}

/**
 * What a payment processor says. `unknown` is never taken for a refusal; `unanswered` is an outcome that has been unknown, or
 * pending, for too long; `taken_otherwise` refuses a capture because the money was taken by another.
 */
export type ProcessorAnswer =
  'approved' | 'declined' | 'pending' | 'requires_action' | 'unknown' | 'unanswered' | 'taken_otherwise';

/**
 * What becomes of a payment by its processor's answer; undefined when the answer changes nothing or the payment is in no
 * state to take one.
 */
export function afterProcessorAnswer(payment: PaymentInProcess, answer: ProcessorAnswer): Step | undefined {
  const { stage, operation } = payment;
  if (stage !== 'processing' && stage !== 'requires_action' && stage !== 'requires_attention') return undefined;
  const step = answered(payment, answer);
  // What was refused is over, and not asked about again, also where a person decides already.
  const isThere = step?.to.stage === stage && step.operation === undefined && answer !== 'taken_otherwise';
  return isThere || (answer === 'requires_action' && operation !== 'authorize') ? undefined : step;
}

function answered(payment: PaymentInProcess, answer: ProcessorAnswer): Step | undefined {
  switch (answer) {
    case 'approved':
      return afterApproval(payment);
    case 'declined':
      // The money may have been taken just before: the authorization itself must tell.
      return payment.operation === 'void' ? { to: PROCESSING, operation: 'authorize' } : { to: FAILED };
    case 'requires_action':
      return { to: stillOpen(payment, 'requires_action') };
    case 'unanswered':
      return payment.stage === 'processing' ? { to: pending('requires_attention') } : undefined;
    case 'taken_otherwise':
      return { to: pending('requires_attention') };
    case 'pending':
    case 'unknown':
      return undefined;
  }
}

function afterApproval(payment: PaymentInProcess): Step {
  const { operation, captureMethod, voidReason } = payment;
  if (operation === 'void') return { to: FAILED, failureCode: voidReason ?? 'cancelled' };
  const isHeld = operation === 'authorize' && captureMethod === 'manual';
  return { to: isHeld ? stillOpen(payment, 'authorized') : COMPLETED };
}

/** A processor that refused to let go of what is open nevertheless contradicts itself: a person has to find out. */
function stillOpen({ voidReason }: PaymentInProcess, stage: PaymentStage): PaymentState {
  return pending(voidReason === null ? stage : 'requires_attention');
}
