import { describe, expect, it } from 'vitest';
import {
  afterProcessorAnswer,
  allowedActions,
  decide,
  expire,
  initialState,
  refundable,
  type CaptureMethod,
  type Decision,
  type PaymentAction,
  type PaymentInProcess,
  type PaymentOperation,
  type PaymentStage,
  type PaymentState,
  type ProcessorAnswer,
  type Step,
} from './payment-state.js';

const at = (stage: PaymentStage): PaymentState => ({ status: 'pending', stage });
const completed: PaymentState = { status: 'completed', stage: null };
const failed: PaymentState = { status: 'failed', stage: null };

const step = (to: PaymentState, more: Omit<Step, 'to'> = {}): Decision => ({ kind: 'move', step: { to, ...more } });
const conflict: Decision = { kind: 'conflict', code: 'state_conflict' };
const inFlight: Decision = { kind: 'conflict', code: 'payment_in_flight' };
const rejected = step(failed, { failureCode: 'rejected' });
const cancelled = step(failed, { failureCode: 'cancelled' });
const approved = step(at('processing'));
const captured = step(at('processing'), { operation: 'capture' });
const voided = step(at('processing'), { operation: 'void', voidReason: 'cancelled' });

const actions = ['approve', 'reject', 'cancel', 'capture'] as const;

const table: [PaymentState, ...[Decision, Decision, Decision, Decision]][] = [
  //                          approve           reject    cancel     capture
  [at('awaiting_approval'), approved, rejected, cancelled, conflict],
  [at('processing'), conflict, conflict, inFlight, conflict],
  [at('requires_action'), conflict, conflict, voided, conflict],
  [at('authorized'), conflict, conflict, voided, captured],
  [at('requires_attention'), step(completed), rejected, conflict, conflict],
  [completed, conflict, conflict, conflict, conflict],
  [failed, conflict, conflict, conflict, conflict],
];

describe('what a client asks for', () => {
  const cases = table.flatMap(([state, ...decisions]) =>
    actions.map((action, index): [PaymentState, PaymentAction, Decision | undefined] => [
      state,
      action,
      decisions[index],
    ]),
  );
  it.each(cases)('%o + %s -> %o', (state, action, expected) => {
    expect(decide(state, action)).toEqual(expected);
  });

  it.each(table)('%o allows what moves it, and nothing else', (state, ...decisions) => {
    expect(allowedActions(state)).toEqual(actions.filter((_, index) => decisions[index]?.kind === 'move'));
  });
});

describe('an expiry', () => {
  it.each<[PaymentState, Step | undefined]>([
    [at('awaiting_approval'), { to: failed, failureCode: 'expired' }],
    [at('processing'), undefined],
    [at('requires_action'), { to: at('processing'), operation: 'void', voidReason: 'expired' }],
    [at('authorized'), { to: at('processing'), operation: 'void', voidReason: 'expired' }],
    [at('requires_attention'), undefined],
    [completed, undefined],
    [failed, undefined],
  ])('%o -> %o', (state, expected) => {
    expect(expire(state)).toEqual(expected);
  });
});

type Answers = Partial<Record<ProcessorAnswer, Step>>;

const toAction = { to: at('requires_action') };
const toAttention = { to: at('requires_attention') };

/** What each answer leads to; those that are left out change nothing. */
const answered: [PaymentStage, PaymentOperation, CaptureMethod, Answers][] = [
  [
    'processing',
    'authorize',
    'automatic',
    { approved: { to: completed }, declined: { to: failed }, requires_action: toAction, unanswered: toAttention },
  ],
  [
    'processing',
    'authorize',
    'manual',
    {
      approved: { to: at('authorized') },
      declined: { to: failed },
      requires_action: toAction,
      unanswered: toAttention,
    },
  ],
  [
    'processing',
    'capture',
    'manual',
    { approved: { to: completed }, declined: { to: failed }, unanswered: toAttention },
  ],
  ['requires_action', 'authorize', 'automatic', { approved: { to: completed }, declined: { to: failed } }],
  ['requires_action', 'authorize', 'manual', { approved: { to: at('authorized') }, declined: { to: failed } }],
  [
    'requires_attention',
    'authorize',
    'automatic',
    { approved: { to: completed }, declined: { to: failed }, requires_action: toAction },
  ],
  [
    'requires_attention',
    'authorize',
    'manual',
    { approved: { to: at('authorized') }, declined: { to: failed }, requires_action: toAction },
  ],
  ['awaiting_approval', 'authorize', 'automatic', {}],
  ['authorized', 'authorize', 'manual', {}],
];

const everyAnswer: ProcessorAnswer[] = ['approved', 'declined', 'pending', 'requires_action', 'unknown', 'unanswered'];

describe('a processor answer', () => {
  const cases = answered.flatMap(([stage, operation, captureMethod, answers]) =>
    everyAnswer.map((answer) => [stage, operation, captureMethod, answer, answers[answer]] as const),
  );
  it.each(cases)('%s, asked to %s (%s): %s -> %o', (stage, operation, captureMethod, answer, expected) => {
    const payment: PaymentInProcess = { ...at(stage), operation, captureMethod, voidReason: null };
    expect(afterProcessorAnswer(payment, answer)).toEqual(expected);
  });

  it.each(everyAnswer)('to a settled payment changes nothing: %s', (answer) => {
    for (const state of [completed, failed]) {
      const payment = { ...state, operation: 'authorize', captureMethod: 'automatic', voidReason: null } as const;
      expect(afterProcessorAnswer(payment, answer)).toBeUndefined();
    }
  });

  describe.each(['cancelled', 'expired'] as const)('to a void of a payment that is %s', (voidReason) => {
    it.each<[ProcessorAnswer, Step | undefined]>([
      ['approved', { to: failed, failureCode: voidReason }],
      ['declined', { to: at('processing'), operation: 'authorize' }],
      ['pending', undefined],
      ['unknown', undefined],
      ['unanswered', toAttention],
    ])('%s -> %o', (answer, expected) => {
      const payment = { ...at('processing'), operation: 'void', captureMethod: 'manual', voidReason } as const;
      expect(afterProcessorAnswer(payment, answer)).toEqual(expected);
    });
  });
});

describe('an answer about an authorization that its processor has refused to void', () => {
  it.each<[CaptureMethod, ProcessorAnswer, Step | undefined]>([
    ['automatic', 'approved', { to: completed }],
    ['automatic', 'declined', { to: failed }],
    ['automatic', 'requires_action', toAttention],
    ['manual', 'approved', toAttention],
    ['manual', 'declined', { to: failed }],
    ['manual', 'pending', undefined],
  ])('%s: %s -> %o', (captureMethod, answer, expected) => {
    const payment = { ...at('processing'), operation: 'authorize', captureMethod, voidReason: 'expired' } as const;
    expect(afterProcessorAnswer(payment, answer)).toEqual(expected);
    const again = { ...payment, ...at('requires_attention') };
    expect(afterProcessorAnswer(again, answer)).toEqual(expected === toAttention ? undefined : expected);
  });
});

describe('a capture that is refused because another has taken the money', () => {
  it.each(['processing', 'requires_attention'] as const)(
    'leaves a payment that is %s to a person, and is over',
    (stage) => {
      const payment = { ...at(stage), operation: 'capture', captureMethod: 'manual', voidReason: null } as const;
      expect(afterProcessorAnswer(payment, 'taken_otherwise')).toEqual(toAttention);
    },
  );
});

describe('a new payment', () => {
  it.each([
    [true, at('awaiting_approval')],
    [false, at('processing')],
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
