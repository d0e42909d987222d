import type { PendingInquiry } from '../processors/pending-inquiry.js';

/** The status in the API. Completed and failed are final. */
export type PaymentStatus = 'pending' | 'completed' | 'failed';

/** The stage of a pending payment. */
export type PaymentStage = 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention';

export interface PaymentState {
  readonly status: PaymentStatus;
  readonly stage: PaymentStage | null;
}

/** Whether the money is taken at once, or held until it is captured. */
export type CaptureMethod = 'automatic' | 'manual';
export type PaymentInitiator = 'customer' | 'merchant';

/** Requests to a processor: hold or take the money, take what is held, release what is held. */
export type PaymentOperation = 'authorize' | 'capture' | 'void';

/** Why a hold is voided; also the failure code of the payment. */
export type VoidReason = 'cancelled' | 'expired' | 'rejected' | 'authentication_required';

/** A payment with the operation last requested from its processor. */
export interface PaymentInProcess extends PaymentState {
  readonly captureMethod: CaptureMethod;
  readonly operation: PaymentOperation;
  /** Set by the first void. Cleared when a person finds that the void failed, or when another capture took the money. */
  readonly voidReason: VoidReason | null;
}

export interface ActedPayment extends PaymentInProcess {
  /** Whether the last capture or void was declined because another capture took the money. */
  readonly isTaken?: boolean;
  /** Whether certainly nothing of it is at its processor. */
  readonly isUnsent?: boolean;
  /** Null while no worker has claimed it. */
  readonly pendingInquiry?: PendingInquiry | null;
}

export interface AnsweredPayment extends PaymentInProcess {
  readonly initiator: PaymentInitiator;
  /** Whether a capture was sent and not declined. */
  readonly isCaptureSent: boolean;
}

export type FailureCode = VoidReason;

/** The next state of a payment and what changes with it. */
export interface PaymentStep {
  readonly to: PaymentState;
  /** The operation to request next; unchanged when left out. */
  readonly operation?: PaymentOperation;
  /** Null when no void is wanted any more; unchanged when left out. */
  readonly voidReason?: VoidReason | null;
  /** Left out when the processor gives the reason. */
  readonly failureCode?: FailureCode;
  /** The payment no longer expires: it stays open until a person acts. */
  readonly endsExpiry?: true;
}

/** The processor's code when another capture, for example by hand at the acquirer, has taken or is taking the money. */
export const ALREADY_CAPTURED = 'already_captured';

export const COMPLETED: PaymentState = { status: 'completed', stage: null };
export const FAILED: PaymentState = { status: 'failed', stage: null };
const PROCESSING = pending('processing');
const AUTHORIZED = pending('authorized');

function pending(stage: PaymentStage): PaymentState {
  return { status: 'pending', stage };
}

function voiding(voidReason: VoidReason): PaymentStep {
  return { to: PROCESSING, operation: 'void', voidReason };
}

/** The state of a new payment. */
export function initialState(needsApproval: boolean): PaymentState {
  return pending(needsApproval ? 'awaiting_approval' : 'processing');
}

/** Actions of a client on a pending payment. */
export type PaymentAction = 'approve' | 'reject' | 'cancel' | 'capture';

const ACTIONS: readonly PaymentAction[] = ['approve', 'reject', 'cancel', 'capture'];

export type Decision =
  | { readonly kind: 'allowed'; readonly step: PaymentStep }
  | { readonly kind: 'conflict'; readonly code: 'state_conflict' | 'payment_in_flight' };

const CONFLICT: Decision = { kind: 'conflict', code: 'state_conflict' };
const IN_FLIGHT: Decision = { kind: 'conflict', code: 'payment_in_flight' };

function allowed(step: PaymentStep): Decision {
  return { kind: 'allowed', step };
}

type PlainStage = Exclude<PaymentStage, 'requires_attention'>;

const DECISIONS: Readonly<Record<PlainStage, Readonly<Partial<Record<PaymentAction, Decision>>>>> = {
  awaiting_approval: {
    approve: allowed({ to: PROCESSING }),
    reject: allowed({ to: FAILED, failureCode: 'rejected' }),
    cancel: allowed({ to: FAILED, failureCode: 'cancelled' }),
  },
  processing: { cancel: IN_FLIGHT },
  requires_action: { cancel: allowed(voiding('cancelled')) },
  authorized: { cancel: allowed(voiding('cancelled')), capture: allowed({ to: PROCESSING, operation: 'capture' }) },
};

/** The effect of a client's action. */
export function decide(payment: ActedPayment, action: PaymentAction): Decision {
  switch (payment.stage) {
    case null:
      return CONFLICT;
    case 'requires_attention':
      if (action === 'approve') return allowed(afterAssurance(payment));
      return action === 'reject' ? allowed(afterDenial(payment)) : CONFLICT;
    case 'processing':
      if (action === 'cancel' && isUnsentAndUnclaimed(payment))
        return allowed({ to: FAILED, failureCode: 'cancelled' });
      return DECISIONS.processing[action] ?? CONFLICT;
    default:
      return DECISIONS[payment.stage][action] ?? CONFLICT;
  }
}

/** Whether nothing of it is at its processor, and no worker is sending it. */
export function isUnsentAndUnclaimed({
  isUnsent = false,
  pendingInquiry = null,
}: Pick<ActedPayment, 'isUnsent' | 'pendingInquiry'>): boolean {
  return isUnsent && pendingInquiry === null;
}

/**
 * Approve in `requires_attention`: the requested operation happened. For a void in doubt it means that the void failed: an
 * automatic payment is completed, and a hold stands without an expiry, since its time may be up.
 */
function afterAssurance(payment: ActedPayment): PaymentStep {
  const { operation, captureMethod, isTaken } = payment;
  if (captureMethod === 'automatic' || isTaken === true) return { to: COMPLETED };
  if (isVoidRequested(payment)) return { to: AUTHORIZED, operation: 'authorize', voidReason: null, endsExpiry: true };
  return { to: operation === 'authorize' ? AUTHORIZED : COMPLETED };
}

/** Reject in `requires_attention`: voids what may be held. When the void itself is in doubt, the payment fails at once. */
function afterDenial(payment: PaymentInProcess): PaymentStep {
  return isVoidRequested(payment) ? { to: FAILED, failureCode: 'rejected' } : voiding('rejected');
}

/** Whether a void was requested; still true after the processor declined it and the earlier operation is queried. */
function isVoidRequested({ operation, voidReason }: PaymentInProcess): boolean {
  return operation === 'void' || voidReason !== null;
}

/** The actions a client may take in this state. */
export function allowedActions(payment: ActedPayment): PaymentAction[] {
  return ACTIONS.filter((action) => decide(payment, action).kind === 'allowed');
}

/**
 * Whether the requested operation may be sent; otherwise only its status is queried. Nothing is sent while a person decides
 * (it could move money for a rejected payment), or after a person confirmed the hold. A requested void excludes all else.
 */
export function maySend(payment: PaymentInProcess): boolean {
  const { stage, operation } = payment;
  return (
    stage !== 'requires_attention' && stage !== 'authorized' && (operation === 'void' || !isVoidRequested(payment))
  );
}

/** The step of a payment whose time was up before anything of it was sent to its processor. */
export const EXPIRED_UNSENT: PaymentStep = { to: FAILED, failureCode: 'expired' };

/** The step of an unsent payment whose subscription was cancelled. The reason is for its timeline. */
export const SUBSCRIPTION_CANCELLED: PaymentStep & { readonly reason: string } = {
  to: FAILED,
  failureCode: 'cancelled',
  reason: 'The subscription was cancelled.',
};

/** The step of a payment whose time is up; undefined in a stage that cannot expire. */
export function expire(state: PaymentState): PaymentStep | undefined {
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
 * A processor's response. `unknown` is never treated as a decline. `unanswered`: unknown or pending for too long.
 * `taken_otherwise`: a capture was declined because another one took the money. `captured_at_processor`: the money was captured at
 * the processor, and the amount is known.
 */
export type ProcessorAnswer =
  | ('approved' | 'declined' | 'pending' | 'requires_action' | 'unknown' | 'unanswered')
  | ('taken_otherwise' | 'captured_at_processor');

/** The step after a processor's response; undefined when the response changes nothing. */
export function afterProcessorAnswer(payment: AnsweredPayment, answer: ProcessorAnswer): PaymentStep | undefined {
  const { stage, operation } = payment;
  // A person confirmed the hold, but the processor declined it: there is nothing to capture.
  if (stage === 'authorized' && answer === 'declined') return { to: FAILED };
  // The capture may be ours, if a person said that the void after it failed: then ask about our capture.
  if (stage === 'authorized' && answer === 'captured_at_processor') {
    return payment.isCaptureSent ? { to: PROCESSING, operation: 'capture' } : { to: COMPLETED };
  }
  if (stage !== 'processing' && stage !== 'requires_action' && stage !== 'requires_attention') return undefined;
  const step = answered(payment, answer);
  // `taken_otherwise` is applied in the same stage too: it closes the capture, so that it is not queried again.
  const isThere = step?.to.stage === stage && step.operation === undefined && answer !== 'taken_otherwise';
  return isThere || (answer === 'requires_action' && operation !== 'authorize') ? undefined : step;
}

function answered(payment: AnsweredPayment, answer: ProcessorAnswer): PaymentStep | undefined {
  switch (answer) {
    case 'approved':
      return afterApproval(payment);
    case 'declined':
      return payment.operation === 'void' ? afterRefusedVoid(payment) : { to: FAILED };
    case 'requires_action':
      return afterRequestToAct(payment);
    case 'unanswered':
      return { to: pending('requires_attention') };
    case 'taken_otherwise':
      return { to: pending('requires_attention'), voidReason: null };
    case 'captured_at_processor':
      return { to: COMPLETED, voidReason: null };
    case 'pending':
    case 'unknown':
      return undefined;
  }
}

/** A payment that the merchant initiated has nobody to act: it is released. */
function afterRequestToAct(payment: AnsweredPayment): PaymentStep {
  if (payment.initiator === 'merchant' && payment.voidReason === null) return voiding('authentication_required');
  return { to: stillOpen(payment, 'requires_action') };
}

/** The money may have been taken just before the void: query the capture, or else the authorization. */
function afterRefusedVoid({ isCaptureSent }: AnsweredPayment): PaymentStep {
  return { to: PROCESSING, operation: isCaptureSent ? 'capture' : 'authorize' };
}

function afterApproval(payment: PaymentInProcess): PaymentStep {
  const { operation, captureMethod, voidReason } = payment;
  if (operation === 'void') return { to: FAILED, failureCode: voidReason ?? 'cancelled' };
  const isHeld = operation === 'authorize' && captureMethod === 'manual';
  return { to: isHeld ? stillOpen(payment, 'authorized') : COMPLETED };
}

/** A processor that declined the void of an operation that is still open contradicts itself: a person must decide. */
function stillOpen({ voidReason }: PaymentInProcess, stage: PaymentStage): PaymentState {
  return pending(voidReason === null ? stage : 'requires_attention');
}
