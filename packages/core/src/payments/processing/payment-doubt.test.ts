import { describe, expect, it } from 'vitest';
import {
  allowedActions,
  decide,
  type CaptureMethod,
  type Decision,
  type PaymentInProcess,
  type PaymentOperation,
  type PaymentStage,
  type PaymentState,
  type PaymentStep,
  type VoidReason,
} from '../payment-state.js';

const at = (stage: PaymentStage): PaymentState => ({ status: 'pending', stage });
const completed: PaymentState = { status: 'completed', stage: null };
const failed: PaymentState = { status: 'failed', stage: null };

const step = (to: PaymentState, more: Omit<PaymentStep, 'to'> = {}): Decision => ({
  kind: 'allowed',
  step: { to, ...more },
});
const conflict: Decision = { kind: 'conflict', code: 'state_conflict' };
const rejected = step(failed, { failureCode: 'rejected' });

const actions = ['approve', 'reject', 'cancel', 'capture'] as const;
const otherStages = ['awaiting_approval', 'processing', 'requires_action', 'authorized'] as const;
const voidReasons: VoidReason[] = ['cancelled', 'expired', 'rejected'];

/** Payments in this stage with every operation, capture method and void reason. */
function everyPayment(stage: PaymentStage): PaymentInProcess[] {
  return (['authorize', 'capture', 'void'] as const).flatMap((operation) =>
    (['automatic', 'manual'] as const).flatMap((captureMethod) =>
      [null, ...voidReasons].map((voidReason) => ({ ...at(stage), operation, captureMethod, voidReason })),
    ),
  );
}

const released = step(at('processing'), { operation: 'void', voidReason: 'rejected' });
const stands = step(at('authorized'), { operation: 'authorize', voidReason: null, endsExpiry: true });

describe('a decision about a payment that requires attention', () => {
  it.each<[PaymentOperation, CaptureMethod, 'is' | 'is not', Decision, Decision]>([
    // operation, capture method, whether a void is requested, approve, reject
    ['authorize', 'automatic', 'is not', step(completed), released],
    ['authorize', 'manual', 'is not', step(at('authorized')), released],
    ['capture', 'manual', 'is not', step(completed), released],
    ['void', 'automatic', 'is', step(completed), rejected],
    ['void', 'manual', 'is', stands, rejected],
    // The void was declined, and the earlier operation has been queried since.
    ['authorize', 'automatic', 'is', step(completed), rejected],
    ['authorize', 'manual', 'is', stands, rejected],
    ['capture', 'manual', 'is', stands, rejected],
  ])('%s (%s), a void %s requested', (operation, captureMethod, isVoided, onApproval, onRejection) => {
    for (const voidReason of isVoided === 'is' ? voidReasons : [null]) {
      const payment: PaymentInProcess = { ...at('requires_attention'), operation, captureMethod, voidReason };
      const decided = actions.map((action) => decide(payment, action));
      expect(decided).toEqual([onApproval, onRejection, conflict, conflict]);
      expect(allowedActions(payment)).toEqual(['approve', 'reject']);
    }
  });

  it.each<[PaymentOperation, CaptureMethod]>([
    ['capture', 'manual'],
    ['void', 'manual'],
    ['authorize', 'manual'],
    ['void', 'automatic'],
    ['authorize', 'automatic'],
  ])(
    '%s (%s), declined because another capture took the money: approve completes the payment',
    (operation, captureMethod) => {
      for (const voidReason of [null, ...voidReasons]) {
        const payment = { ...at('requires_attention'), operation, captureMethod, voidReason, isTaken: true };
        const isVoidRequested = voidReason !== null || operation === 'void';
        expect(decide(payment, 'approve')).toEqual(step(completed));
        expect(decide(payment, 'reject')).toEqual(isVoidRequested ? rejected : released);
      }
    },
  );

  it.each(otherStages)('does not depend on isTaken in the stage %s', (stage) => {
    for (const payment of everyPayment(stage)) {
      for (const action of actions)
        expect(decide({ ...payment, isTaken: true }, action)).toEqual(decide(payment, action));
    }
  });

  it('never completes a payment that may only be held, and never fails one whose hold can be voided', () => {
    for (const payment of everyPayment('requires_attention')) {
      const [onApproval, onRejection] = [decide(payment, 'approve'), decide(payment, 'reject')];
      const mayBeHeld = payment.captureMethod === 'manual' && payment.operation !== 'capture';
      if (mayBeHeld) expect(onApproval).toMatchObject({ step: { to: at('authorized') } });
      const isVoidRequested = payment.voidReason !== null || payment.operation === 'void';
      expect(onRejection).toEqual(isVoidRequested ? rejected : released);
    }
  });
});
