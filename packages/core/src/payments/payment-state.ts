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
