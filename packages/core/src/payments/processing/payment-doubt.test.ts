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
  type Step,
  type VoidReason,
} from '../payment-state.js';

const at = (stage: PaymentStage): PaymentState => ({ status: 'pending', stage });
const completed: PaymentState = { status: 'completed', stage: null };
const failed: PaymentState = { status: 'failed', stage: null };

const step = (to: PaymentState, more: Omit<Step, 'to'> = {}): Decision => ({ kind: 'move', step: { to, ...more } });
const conflict: Decision = { kind: 'conflict', code: 'state_conflict' };
const rejected = step(failed, { failureCode: 'rejected' });

const actions = ['approve', 'reject', 'cancel', 'capture'] as const;
const otherStages = ['awaiting_approval', 'processing', 'requires_action', 'authorized'] as const;
const voidReasons: VoidReason[] = ['cancelled', 'expired', 'rejected'];

/** A payment in this stage with whatever it may have been asked for, and for whatever reason it is to be let go. */
function everyPayment(stage: PaymentStage): PaymentInProcess[] {
  return (['authorize', 'capture', 'void'] as const).flatMap((operation) =>
    (['automatic', 'manual'] as const).flatMap((captureMethod) =>
      [null, ...voidReasons].map((voidReason) => ({ ...at(stage), operation, captureMethod, voidReason })),
    ),
  );
}

const released = step(at('processing'), { operation: 'void', voidReason: 'rejected' });
const stands = step(at('authorized'), { operation: 'authorize', voidReason: null, endsExpiry: true });

describe('what a person decides about a payment in doubt', () => {
  it.each<[PaymentOperation, CaptureMethod, 'is' | 'is not', Decision, Decision]>([
    // asked for last, capture method, to be let go or not, approve, reject
    ['authorize', 'automatic', 'is not', step(completed), released],
    ['authorize', 'manual', 'is not', step(at('authorized')), released],
    ['capture', 'manual', 'is not', step(completed), released],
    ['void', 'automatic', 'is', step(completed), rejected],
    ['void', 'manual', 'is', stands, rejected],
    // The void was refused, and what it was about has been asked for since.
    ['authorize', 'automatic', 'is', step(completed), rejected],
    ['authorize', 'manual', 'is', stands, rejected],
    ['capture', 'manual', 'is', stands, rejected],
  ])('%s (%s), which %s to be let go', (operation, captureMethod, isVoided, onApproval, onRejection) => {
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
  ])('%s (%s), after a refusal since the money was taken otherwise, is that it was', (operation, captureMethod) => {
    for (const voidReason of [null, ...voidReasons]) {
      const payment = { ...at('requires_attention'), operation, captureMethod, voidReason, isTaken: true };
      const isLetGo = voidReason !== null || operation === 'void';
      expect(decide(payment, 'approve')).toEqual(step(completed));
      expect(decide(payment, 'reject')).toEqual(isLetGo ? rejected : released);
    }
  });

  it.each(otherStages)('is nothing else in the stage %s, whatever its processor has refused', (stage) => {
    for (const payment of everyPayment(stage)) {
      for (const action of actions)
        expect(decide({ ...payment, isTaken: true }, action)).toEqual(decide(payment, action));
    }
  });

  it('is never that money was taken which may only be held, nor a failure while something may be held that can be let go', () => {
    for (const payment of everyPayment('requires_attention')) {
      const [onApproval, onRejection] = [decide(payment, 'approve'), decide(payment, 'reject')];
      const mayBeHeld = payment.captureMethod === 'manual' && payment.operation !== 'capture';
      if (mayBeHeld) expect(onApproval).toMatchObject({ step: { to: at('authorized') } });
      const isLetGo = payment.voidReason !== null || payment.operation === 'void';
      expect(onRejection).toEqual(isLetGo ? rejected : released);
    }
  });
});
