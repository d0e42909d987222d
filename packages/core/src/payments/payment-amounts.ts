import type { PaymentState, PaymentStatus } from './payment-state.js';

/** The amounts that decide what can be captured and refunded, in the currency's smallest unit. */
export interface CapturedPayment extends PaymentState {
  readonly amountValue: string;
  /** What a capture takes; null for everything. */
  readonly captureValue: string | null;
}

/** The amount that a capture takes, or has taken. */
export function toCapture({ amountValue, captureValue }: Omit<CapturedPayment, keyof PaymentState>): number {
  return Number(captureValue ?? amountValue);
}

/** The amount that was taken. */
export function captured(payment: CapturedPayment): number {
  return payment.status === 'completed' ? toCapture(payment) : 0;
}

/** The amount that can be captured. */
export function capturable(payment: CapturedPayment): number {
  return payment.stage === 'authorized' ? toCapture(payment) : 0;
}

/** The amount that can still be refunded of what was captured; `returned` was refunded, or withdrawn by disputes. */
export function refundable(status: PaymentStatus, capturedValue: number, returned: number): number {
  return status === 'completed' ? Math.max(0, capturedValue - returned) : 0;
}

/** An amount in the currency's smallest unit. */
export interface Money {
  readonly value: number;
  readonly currency: string;
}

/** Whether an amount needs approval: it is at or above a threshold of its currency. */
export function reachesThreshold(amount: Money, thresholds: readonly Money[]): boolean {
  return thresholds.some(({ value, currency }) => currency === amount.currency && amount.value >= value);
}

export interface CapturablePayment extends CapturedPayment {
  readonly currency: string;
  /** Whether a capture was sent and not declined: its outcome may still be unknown. */
  readonly isCaptureSent: boolean;
  /** Whether the processor can capture this part of the amount. */
  readonly takesPart: boolean;
}

export type CaptureRefusal = 'currency' | 'too_much' | 'no_part' | 'another_sent';

/** `captureValue`: null for everything. `another_sent`: a capture of another amount was already sent. */
export type CaptureDecision =
  | { readonly kind: 'capture'; readonly captureValue: string | null }
  | { readonly kind: 'refused'; readonly reason: CaptureRefusal };

/** Decides what a capture of an authorized payment takes; without an amount, all that can be captured. */
export function decideCapture(payment: CapturablePayment, asked: Money | undefined): CaptureDecision {
  const decision = decideTaken(payment, asked);
  if (asked === undefined || decision.kind === 'refused') return decision;
  const { captureValue, isCaptureSent } = payment;
  const isSame = asked.value === toCapture(payment);
  if (!isSame && (isCaptureSent || captureValue !== null)) return { kind: 'refused', reason: 'another_sent' };
  const isPart = decision.captureValue !== null;
  return isPart && !payment.takesPart ? { kind: 'refused', reason: 'no_part' } : decision;
}

/** What a capture took, as a person says; without an amount, what was asked for. */
export function decideTaken(
  { amountValue, captureValue, currency }: Omit<CapturedPayment, keyof PaymentState> & { readonly currency: string },
  taken: Money | undefined,
): CaptureDecision {
  if (taken === undefined) return { kind: 'capture', captureValue };
  if (taken.currency !== currency) return { kind: 'refused', reason: 'currency' };
  if (taken.value > Number(amountValue)) return { kind: 'refused', reason: 'too_much' };
  return { kind: 'capture', captureValue: taken.value === Number(amountValue) ? null : String(taken.value) };
}
