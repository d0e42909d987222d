import { describe, expect, it } from 'vitest';
import {
  afterProcessorAnswer,
  initialState,
  refundable,
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
