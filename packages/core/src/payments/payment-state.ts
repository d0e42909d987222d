/** What the interface knows: a payment is pending until it is completed or failed, and both are final. */
export type PaymentStatus = 'pending' | 'completed' | 'failed';

/** Where a pending payment stands. */
export type PaymentStage = 'awaiting_approval' | 'processing' | 'requires_action' | 'authorized' | 'requires_attention';

export interface PaymentState {
  readonly status: PaymentStatus;
  readonly stage: PaymentStage | null;
}

/** What a payment processor says of an authorization. `unknown` is never taken for a refusal. */
export type ProcessorAnswer = 'approved' | 'declined' | 'pending' | 'unknown';

export const COMPLETED: PaymentState = { status: 'completed', stage: null };
export const FAILED: PaymentState = { status: 'failed', stage: null };

/** The state of a new payment: held for a person, or on its way to the processor. */
export function initialState(needsApproval: boolean): PaymentState {
  return { status: 'pending', stage: needsApproval ? 'awaiting_approval' : 'processing' };
}

/**
 * The state after the processor's answer; undefined when the answer changes nothing or the payment is in no state to
 * take one.
 */
export function afterProcessorAnswer(state: PaymentState, answer: ProcessorAnswer): PaymentState | undefined {
  if (state.status !== 'pending') return undefined;
  if (state.stage !== 'processing' && state.stage !== 'requires_attention') return undefined;
  if (answer === 'approved') return COMPLETED;
  if (answer === 'declined') return FAILED;
  return undefined;
}

/** How much of a payment may still be refunded, in the currency's smallest unit. */
export function refundable(status: PaymentStatus, amount: number, refunded: number): number {
  return status === 'completed' ? amount - refunded : 0;
}

/** What a client may do with a payment that is under way. */
export type PaymentAction = 'approve' | 'reject' | 'cancel';

export type Decision =
  | { readonly kind: 'move'; readonly to: PaymentState; readonly failureCode?: 'rejected' | 'cancelled' }
  | { readonly kind: 'conflict'; readonly code: 'state_conflict' | 'payment_in_flight' };

const CONFLICT: Decision = { kind: 'conflict', code: 'state_conflict' };
const PROCESSING: PaymentState = { status: 'pending', stage: 'processing' };

const DECISIONS: Readonly<Partial<Record<PaymentStage, Partial<Record<PaymentAction, Decision>>>>> = {
  awaiting_approval: {
    approve: { kind: 'move', to: PROCESSING },
    reject: { kind: 'move', to: FAILED, failureCode: 'rejected' },
    cancel: { kind: 'move', to: FAILED, failureCode: 'cancelled' },
  },
  processing: { cancel: { kind: 'conflict', code: 'payment_in_flight' } },
  requires_attention: {
    approve: { kind: 'move', to: COMPLETED },
    reject: { kind: 'move', to: FAILED, failureCode: 'rejected' },
  },
};

/** What becomes of a payment when a client acts on it. */
export function decide(state: PaymentState, action: PaymentAction): Decision {
  if (state.stage === null) return CONFLICT;
  return DECISIONS[state.stage]?.[action] ?? CONFLICT;
}

/** What a client may do with a payment in this state. */
export function allowedActions(state: PaymentState): PaymentAction[] {
  const actions: PaymentAction[] = ['approve', 'reject', 'cancel'];
  return actions.filter((action) => decide(state, action).kind === 'move');
}
