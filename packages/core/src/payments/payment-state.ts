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
export type VoidReason = 'cancelled' | 'expired' | 'rejected';

/** A payment and what its processor was last asked to do with it. */
export interface PaymentInProcess extends PaymentState {
  readonly captureMethod: CaptureMethod;
  readonly operation: PaymentOperation;
  /** Set from the first void on, until a person says that the void has come to nothing. */
  readonly voidReason: VoidReason | null;
}

/** A payment that somebody acts on. */
export interface ActedPayment extends PaymentInProcess {
  /** Whether its processor has refused a capture or a void, and the last one because the money has been taken. */
  readonly isTaken?: boolean;
}

/** A payment whose processor has answered. */
export interface AnsweredPayment extends PaymentInProcess {
  /** Whether a capture was sent that has not been declined. */
  readonly isCaptureSent: boolean;
}

export type FailureCode = VoidReason;

/** Where a payment goes next. */
export interface Step {
  readonly to: PaymentState;
  /** What the processor is asked for from now on; what it was, when left out. */
  readonly operation?: PaymentOperation;
  /** Null when it is not to be let go after all; what it was, when left out. */
  readonly voidReason?: VoidReason | null;
  /** Why it fails; left out where the processor says why. */
  readonly failureCode?: FailureCode;
  /** From now on it stays open until somebody acts on it. */
  readonly endsExpiry?: true;
}

/** Why a capture or a void is refused: the money was taken by another capture, as by hand at the acquirer, or is just being. */
export const ALREADY_CAPTURED = 'already_captured';

export const COMPLETED: PaymentState = { status: 'completed', stage: null };
export const FAILED: PaymentState = { status: 'failed', stage: null };
const PROCESSING = pending('processing');
const AUTHORIZED = pending('authorized');

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

type PlainStage = Exclude<PaymentStage, 'requires_attention'>;

const DECISIONS: Readonly<Record<PlainStage, Readonly<Partial<Record<PaymentAction, Decision>>>>> = {
  awaiting_approval: {
    approve: move({ to: PROCESSING }),
    reject: move({ to: FAILED, failureCode: 'rejected' }),
    cancel: move({ to: FAILED, failureCode: 'cancelled' }),
  },
  processing: { cancel: IN_FLIGHT },
  requires_action: { cancel: move(voiding('cancelled')) },
  authorized: { cancel: move(voiding('cancelled')), capture: move({ to: PROCESSING, operation: 'capture' }) },
};

/** What becomes of a payment when a client acts on it. */
export function decide(payment: ActedPayment, action: PaymentAction): Decision {
  switch (payment.stage) {
    case null:
      return CONFLICT;
    case 'requires_attention':
      if (action === 'approve') return move(afterAssurance(payment));
      return action === 'reject' ? move(afterDenial(payment)) : CONFLICT;
    default:
      return DECISIONS[payment.stage][action] ?? CONFLICT;
  }
}

/**
 * A person knows that what was asked for has happened. Of a void that is in doubt: that it has come to nothing, so that what
 * was held is held and what was taken is taken. A hold that stands again stays for whoever decided so, whose time may be up.
 * What its processor says was taken otherwise is not held any more, whatever it was asked for.
 */
function afterAssurance(payment: ActedPayment): Step {
  const { operation, captureMethod, isTaken } = payment;
  if (captureMethod === 'automatic' || isTaken === true) return { to: COMPLETED };
  if (isLetGo(payment)) return { to: AUTHORIZED, operation: 'authorize', voidReason: null, endsExpiry: true };
  return { to: operation === 'authorize' ? AUTHORIZED : COMPLETED };
}

/** A person does not want it. What may be held is let go; where that is what is in doubt, the person has the last word. */
function afterDenial(payment: PaymentInProcess): Step {
  return isLetGo(payment) ? { to: FAILED, failureCode: 'rejected' } : voiding('rejected');
}

/** Whether it was to be let go, also when what its processor refused to let go of has been asked about since. */
function isLetGo({ operation, voidReason }: PaymentInProcess): boolean {
  return operation === 'void' || voidReason !== null;
}

/** What a client may do with a payment in this state. */
export function allowedActions(payment: PaymentInProcess): PaymentAction[] {
  return ACTIONS.filter((action) => decide(payment, action).kind === 'move');
}

/**
 * Whether what a payment was last to be asked for may be sent, or only asked about. While a person decides nothing is sent:
 * it could move money for what is rejected just then; nor is an authorization that somebody says is there. What is to be let
 * go is never asked for again.
 */
export function maySend(payment: PaymentInProcess): boolean {
  const { stage, operation } = payment;
  return stage !== 'requires_attention' && stage !== 'authorized' && (operation === 'void' || !isLetGo(payment));
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
export function afterProcessorAnswer(payment: AnsweredPayment, answer: ProcessorAnswer): Step | undefined {
  const { stage, operation } = payment;
  // A person says that it is held, and is wrong: there is nothing that could be captured.
  if (stage === 'authorized' && answer === 'declined') return { to: FAILED };
  if (stage !== 'processing' && stage !== 'requires_action' && stage !== 'requires_attention') return undefined;
  const step = answered(payment, answer);
  // What was refused is over, and not asked about again, also where a person decides already.
  const isThere = step?.to.stage === stage && step.operation === undefined && answer !== 'taken_otherwise';
  return isThere || (answer === 'requires_action' && operation !== 'authorize') ? undefined : step;
}

function answered(payment: AnsweredPayment, answer: ProcessorAnswer): Step | undefined {
  switch (answer) {
    case 'approved':
      return afterApproval(payment);
    case 'declined':
      return payment.operation === 'void' ? afterRefusedVoid(payment) : { to: FAILED };
    case 'requires_action':
      return { to: stillOpen(payment, 'requires_action') };
    case 'unanswered':
      return { to: pending('requires_attention') };
    case 'taken_otherwise':
      return { to: pending('requires_attention'), voidReason: null };
    case 'pending':
    case 'unknown':
      return undefined;
  }
}

/** The money may have been taken just before: what takes it must tell, the capture or the authorization itself. */
function afterRefusedVoid({ isCaptureSent }: AnsweredPayment): Step {
  return { to: PROCESSING, operation: isCaptureSent ? 'capture' : 'authorize' };
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
