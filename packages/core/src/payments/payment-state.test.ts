import { describe, expect, it } from 'vitest';
import {
  afterProcessorAnswer,
  allowedActions,
  decide,
  initialState,
  refundable,
  type PaymentAction,
  type PaymentState,
  type ProcessorAnswer,
} from './payment-state.js';

const processing: PaymentState = { status: 'pending', stage: 'processing' };
const waiting: PaymentState = { status: 'pending', stage: 'awaiting_approval' };
const attention: PaymentState = { status: 'pending', stage: 'requires_attention' };
const completed: PaymentState = { status: 'completed', stage: null };
const failed: PaymentState = { status: 'failed', stage: null };

const answers: [PaymentState, ProcessorAnswer, PaymentState | undefined][] = [
  [processing, 'approved', completed],
  [processing, 'declined', failed],
  [processing, 'pending', undefined],
  [processing, 'unknown', undefined],
  [attention, 'approved', completed],
  [attention, 'declined', failed],
  [attention, 'unknown', undefined],
  [waiting, 'approved', undefined],
  [waiting, 'declined', undefined],
  [completed, 'declined', undefined],
  [completed, 'approved', undefined],
  [failed, 'approved', undefined],
];

describe('a processor answer', () => {
  it.each(answers)('%o + %s -> %o', (state, answer, expected) => {
    expect(afterProcessorAnswer(state, answer)).toEqual(expected);
  });
});

describe('a new payment', () => {
  it.each([
    [true, waiting],
    [false, processing],
  ])('needing approval %s starts as %o', (needsApproval, expected) => {
    expect(initialState(needsApproval)).toEqual(expected);
  });
});

describe('what may be refunded', () => {
  it.each([
    ['pending', 1000, 0, 0],
    ['failed', 1000, 0, 0],
    ['completed', 1000, 0, 1000],
    ['completed', 1000, 400, 600],
    ['completed', 1000, 1000, 0],
  ] as const)('of a %s payment over %d with %d refunded is %d', (status, amount, refunded, expected) => {
    expect(refundable(status, amount, refunded)).toBe(expected);
  });
});

const action: PaymentState = { status: 'pending', stage: 'requires_action' };
const authorized: PaymentState = { status: 'pending', stage: 'authorized' };
const conflict = { kind: 'conflict', code: 'state_conflict' };
const rejected = { kind: 'move', to: failed, failureCode: 'rejected' };

const decisions: [PaymentState, PaymentAction, unknown][] = [
  [waiting, 'approve', { kind: 'move', to: processing }],
  [waiting, 'reject', rejected],
  [waiting, 'cancel', { kind: 'move', to: failed, failureCode: 'cancelled' }],
  [processing, 'approve', conflict],
  [processing, 'reject', conflict],
  [processing, 'cancel', { kind: 'conflict', code: 'payment_in_flight' }],
  [action, 'approve', conflict],
  [action, 'reject', conflict],
  [authorized, 'approve', conflict],
  [authorized, 'reject', conflict],
  [attention, 'approve', { kind: 'move', to: completed }],
  [attention, 'reject', rejected],
  [attention, 'cancel', conflict],
  [completed, 'approve', conflict],
  [completed, 'cancel', conflict],
  [failed, 'reject', conflict],
];

describe('what a client asks for', () => {
  it.each(decisions)('%o + %s -> %o', (state, asked, expected) => {
    expect(decide(state, asked)).toEqual(expected);
  });

  it.each([
    [waiting, ['approve', 'reject', 'cancel']],
    [processing, []],
    [attention, ['approve', 'reject']],
    [completed, []],
  ])('%o allows %o', (state, expected) => {
    expect(allowedActions(state)).toEqual(expected);
  });
});
