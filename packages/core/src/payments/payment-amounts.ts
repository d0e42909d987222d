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

export interface AskedCapture {
  readonly value: number;
  readonly currency: string;
}

export interface CapturablePayment extends CapturedPayment {
  readonly currency: string;
  /** Whether a capture was sent and not declined: its outcome may still be unknown. */
  readonly isCaptureSent: boolean;
  /** Whether the processor can capture this part of the amount. */
  readonly takesPart: boolean;
}

/** `captureValue`: null for everything. `another_sent`: a capture of another amount was already sent. */
export type CaptureDecision =
  | { readonly kind: 'capture'; readonly captureValue: string | null }
  | { readonly kind: 'refused'; readonly reason: 'currency' | 'too_much' | 'no_part' | 'another_sent' };

/** Decides what a capture of an authorized payment takes; without an amount, all that can be captured. */
export function decideCapture(payment: CapturablePayment, asked: AskedCapture | undefined): CaptureDecision {
  const { amountValue, captureValue, isCaptureSent } = payment;
  const refused = (reason: 'currency' | 'too_much' | 'no_part' | 'another_sent') =>
    ({ kind: 'refused', reason }) as const;
  if (asked === undefined) return { kind: 'capture', captureValue };
  if (asked.currency !== payment.currency) return refused('currency');
  if (asked.value > Number(amountValue)) return refused('too_much');
  const isSame = asked.value === toCapture(payment);
  if (!isSame && (isCaptureSent || captureValue !== null)) return refused('another_sent');
  if (asked.value === Number(amountValue)) return { kind: 'capture', captureValue: null };
  return payment.takesPart ? { kind: 'capture', captureValue: String(asked.value) } : refused('no_part');
}
