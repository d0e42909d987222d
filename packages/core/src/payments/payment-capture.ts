import type { FieldError, Schemas } from '@svc/contract';
import { amountText } from '../platform/amount-text.js';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { type CaptureRefusal, decideCapture, decideTaken, toCapture } from './payment-amounts.js';
import { allowedActions, type PaymentState } from './payment-state.js';
import type { Payment } from './payment.entity.js';

// The outcome of a capture that was not declined may be unknown, and its reference stands for its amount.
const CAPTURE_SENT = namedQuery(
  'payment_attempts_capture_sent',
  `SELECT id FROM payment_attempts
    WHERE environment_id = $1 AND payment_id = $2 AND operation = 'capture' AND state <> 'declined'`,
);

const SET_CAPTURE = namedQuery(
  'payments_set_capture',
  'UPDATE payments SET capture_value = $3 WHERE environment_id = $1 AND id = $2',
);

const SET_TAKEN = namedQuery(
  'payments_set_taken',
  'UPDATE payments SET capture_value = $3, capture_origin = $4 WHERE environment_id = $1 AND id = $2',
);

/** What to capture of a payment. */
export interface AskedPart {
  readonly amount: Schemas['Amount'];
  /** Whether the processor can capture this part of the amount. */
  readonly takesPart: boolean;
}

/** Stores what is captured of a locked, authorized payment. Throws the reason if it cannot be captured. */
export async function setCapture(
  transaction: Transaction,
  payment: Payment,
  { amount, takesPart }: AskedPart,
): Promise<Payment> {
  const { environmentId, id } = payment;
  const sent = await transaction.run(CAPTURE_SENT, [environmentId, id]);
  const decision = decideCapture({ ...payment, takesPart, isCaptureSent: sent.length > 0 }, amount);
  if (decision.kind === 'refused') throw refusal(payment, decision.reason);
  const { captureValue } = decision;
  if (captureValue !== payment.captureValue) transaction.queue(SET_CAPTURE, [environmentId, id, captureValue]);
  return { ...payment, captureValue };
}

/** What a person says about the capture of a payment that the approval completes. */
export interface ReportedCapture {
  /** Undefined for what was asked for. */
  readonly amount: Schemas['Amount'] | undefined;
  /** Whether the last capture or void was declined because the money was captured. */
  readonly isTaken: boolean;
}

/** Stores what was captured of a locked payment that moves to `to`. Throws the reason if that cannot be. */
export async function setTaken(
  transaction: Transaction,
  payment: Payment,
  to: PaymentState,
  { amount, isTaken }: ReportedCapture,
): Promise<Payment> {
  const { environmentId, id } = payment;
  const isCaptured = to.status === 'completed' && payment.captureMethod === 'manual';
  if (amount !== undefined && !isCaptured) throw refusal(payment, 'not_captured');
  if (!isCaptured || (amount === undefined && !isTaken)) return payment;
  const decision = decideTaken(payment, amount);
  if (decision.kind === 'refused') throw refusal(payment, decision.reason);
  const { captureValue } = decision;
  // A capture of ours that was not declined may have taken the money itself.
  const sent = isTaken ? await transaction.run(CAPTURE_SENT, [environmentId, id]) : [];
  const captureOrigin = isTaken && sent.length === 0 ? 'processor' : payment.captureOrigin;
  transaction.queue(SET_TAKEN, [environmentId, id, captureValue, captureOrigin]);
  return { ...payment, captureValue, captureOrigin };
}

function refusal(payment: Payment, reason: CaptureRefusal | 'not_captured'): DomainError {
  const { currency, amountValue } = payment;
  switch (reason) {
    case 'not_captured':
      return invalid({
        pointer: '/amount',
        code: 'not_accepted',
        detail: 'is only possible if the approval confirms a capture',
      });
    case 'another_sent': {
      const detail = `A capture of ${amountText(toCapture(payment), currency)} was already sent. Only this amount can be captured.`;
      const { status: currentStatus, stage: currentStage } = payment;
      const members = { currentStatus, currentStage, allowedActions: allowedActions(payment) };
      return new DomainError('state_conflict', detail, { members });
    }
    case 'currency':
      return invalid({ pointer: '/amount/currency', code: 'out_of_range', detail: `must be ${currency}` });
    case 'too_much':
      return invalid({ pointer: '/amount/value', code: 'out_of_range', detail: `must be <= ${amountValue}` });
    case 'no_part':
      return invalid({
        pointer: '/amount',
        code: 'not_accepted',
        detail: 'cannot be captured by the processor of the payment; leave it out to capture everything',
      });
  }
}

function invalid(error: FieldError): DomainError {
  return validationFailed('The amount cannot be captured.', error);
}
