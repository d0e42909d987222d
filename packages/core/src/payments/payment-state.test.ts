import { describe, expect, it } from 'vitest';
import {
  afterProcessorAnswer,
  allowedActions,
  decide,
  expire,
  initialState,
  maySend,
  type AnsweredPayment,
  type CaptureMethod,
  type Decision,
  type PaymentAction,
  type PaymentOperation,
  type PaymentStage,
  type PaymentState,
  type ProcessorAnswer,
  type PaymentStep,
  type VoidReason,
} from './payment-state.js';

const at = (stage: PaymentStage): PaymentState => ({ status: 'pending', stage });
const completed: PaymentState = { status: 'completed', stage: null };
const failed: PaymentState = { status: 'failed', stage: null };

const step = (to: PaymentState, more: Omit<PaymentStep, 'to'> = {}): Decision => ({
  kind: 'allowed',
  step: { to, ...more },
});
const conflict: Decision = { kind: 'conflict', code: 'state_conflict' };
const inFlight: Decision = { kind: 'conflict', code: 'payment_in_flight' };
const rejected = step(failed, { failureCode: 'rejected' });
const cancelled = step(failed, { failureCode: 'cancelled' });
const approved = step(at('processing'));
const captured = step(at('processing'), { operation: 'capture' });
const voided = step(at('processing'), { operation: 'void', voidReason: 'cancelled' });

const actions = ['approve', 'reject', 'cancel', 'capture'] as const;
const stages = ['awaiting_approval', 'processing', 'requires_action', 'authorized', 'requires_attention'] as const;
const voidReasons: VoidReason[] = ['cancelled', 'expired', 'rejected', 'authentication_required'];
const initiator = 'customer';

/** Payments in this state with every operation, capture method and void reason. */
function everyPayment(state: PaymentState): AnsweredPayment[] {
  const operations: PaymentOperation[] = ['authorize', 'capture', 'void'];
  return operations.flatMap((operation) =>
    (['automatic', 'manual'] as const).flatMap((captureMethod) =>
      [null, ...voidReasons].flatMap((voidReason) =>
        [false, true].map((isCaptureSent) => ({
          ...{ ...state, operation, captureMethod, initiator, voidReason, isCaptureSent },
        })),
      ),
    ),
  );
}

const table: [PaymentState, ...[Decision, Decision, Decision, Decision]][] = [
  //                          approve   reject    cancel     capture
  [at('awaiting_approval'), approved, rejected, cancelled, conflict],
  [at('processing'), conflict, conflict, inFlight, conflict],
  [at('requires_action'), conflict, conflict, voided, conflict],
  [at('authorized'), conflict, conflict, voided, captured],
  [completed, conflict, conflict, conflict, conflict],
  [failed, conflict, conflict, conflict, conflict],
];

describe('decide', () => {
  const cases = table.flatMap(([state, ...decisions]) =>
    actions.map((action, index): [PaymentState, PaymentAction, Decision | undefined] => [
      state,
      action,
      decisions[index],
    ]),
  );
  it.each(cases)('%o + %s -> %o', (state, action, expected) => {
    for (const payment of everyPayment(state)) expect(decide(payment, action)).toEqual(expected);
  });

  it.each(table)('%o allows exactly the actions that change it', (state, ...decisions) => {
    const allowed = actions.filter((_, index) => decisions[index]?.kind === 'allowed');
    for (const payment of everyPayment(state)) expect(allowedActions(payment)).toEqual(allowed);
  });

  it.each([
    [null, cancelled],
    ['asked', inFlight],
    ['overtaken', inFlight],
  ] as const)(
    '%o: a payment that its processor turned away can be cancelled until a worker has claimed it',
    (pendingInquiry, expected) => {
      for (const payment of everyPayment(at('processing'))) {
        expect(decide({ ...payment, isUnsent: true, pendingInquiry }, 'cancel')).toEqual(expected);
      }
    },
  );
});

describe('maySend', () => {
  it.each(stages)(
    'in stage %s, is true unless a person decides, and only for the void once one was requested',
    (stage) => {
      const isOpen = stage !== 'requires_attention' && stage !== 'authorized';
      for (const payment of everyPayment(at(stage))) {
        const isWanted = payment.voidReason === null || payment.operation === 'void';
        expect(maySend(payment)).toBe(isOpen && isWanted);
      }
    },
  );
});

describe('expire', () => {
  it.each<[PaymentState, PaymentStep | undefined]>([
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

type Answers = Partial<Record<ProcessorAnswer, PaymentStep>>;

const toAction = { to: at('requires_action') };
const toAttention = { to: at('requires_attention') };

/** The step for each response; responses left out change nothing. */
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
  [
    'requires_action',
    'authorize',
    'automatic',
    { approved: { to: completed }, declined: { to: failed }, unanswered: toAttention },
  ],
  [
    'requires_action',
    'authorize',
    'manual',
    { approved: { to: at('authorized') }, declined: { to: failed }, unanswered: toAttention },
  ],
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
  // Queried because only a person has confirmed the hold.
  ['authorized', 'authorize', 'manual', { declined: { to: failed } }],
];

const everyAnswer: ProcessorAnswer[] = ['approved', 'declined', 'pending', 'requires_action', 'unknown', 'unanswered'];

describe('a processor response', () => {
  const cases = answered.flatMap(([stage, operation, captureMethod, answers]) =>
    everyAnswer.map((answer) => [stage, operation, captureMethod, answer, answers[answer]] as const),
  );
  it.each(cases)('%s, asked to %s (%s): %s -> %o', (stage, operation, captureMethod, answer, expected) => {
    const payment = {
      ...at(stage),
      operation,
      captureMethod,
      initiator,
      voidReason: null,
      isCaptureSent: operation === 'capture',
    } as const;
    expect(afterProcessorAnswer(payment, answer)).toEqual(expected);
  });

  it.each(everyAnswer)('to a settled payment changes nothing: %s', (answer) => {
    for (const payment of [completed, failed].flatMap(everyPayment)) {
      expect(afterProcessorAnswer(payment, answer)).toBeUndefined();
    }
  });

  describe.each(voidReasons)('to a void of a payment that is %s', (voidReason) => {
    it.each<[ProcessorAnswer, boolean, PaymentStep | undefined]>([
      ['approved', false, { to: failed, failureCode: voidReason }],
      ['approved', true, { to: failed, failureCode: voidReason }],
      ['declined', false, { to: at('processing'), operation: 'authorize' }],
      ['declined', true, { to: at('processing'), operation: 'capture' }],
      ['pending', false, undefined],
      ['requires_action', false, undefined],
      ['unknown', false, undefined],
      ['unanswered', false, toAttention],
    ])('%s, a capture was sent: %s -> %o', (answer, isCaptureSent, expected) => {
      const of = { operation: 'void', captureMethod: 'manual', initiator, voidReason, isCaptureSent } as const;
      expect(afterProcessorAnswer({ ...at('processing'), ...of }, answer)).toEqual(expected);
      const inDoubt = answer === 'unanswered' ? undefined : expected;
      expect(afterProcessorAnswer({ ...at('requires_attention'), ...of }, answer)).toEqual(inDoubt);
    });
  });
});

describe('a response after the processor declined the void', () => {
  it.each<[PaymentOperation, CaptureMethod, ProcessorAnswer, PaymentStep | undefined]>([
    ['authorize', 'automatic', 'approved', { to: completed }],
    ['authorize', 'automatic', 'declined', { to: failed }],
    ['authorize', 'automatic', 'requires_action', toAttention],
    ['authorize', 'manual', 'approved', toAttention],
    ['authorize', 'manual', 'declined', { to: failed }],
    ['authorize', 'manual', 'pending', undefined],
    ['authorize', 'manual', 'unanswered', toAttention],
    ['capture', 'manual', 'approved', { to: completed }],
    ['capture', 'manual', 'declined', { to: failed }],
    ['capture', 'manual', 'pending', undefined],
    ['capture', 'manual', 'unknown', undefined],
    ['capture', 'manual', 'unanswered', toAttention],
  ])('%s (%s): %s -> %o', (operation, captureMethod, answer, expected) => {
    for (const voidReason of voidReasons) {
      const of = { operation, captureMethod, initiator, voidReason, isCaptureSent: operation === 'capture' } as const;
      expect(afterProcessorAnswer({ ...at('processing'), ...of }, answer)).toEqual(expected);
      const inDoubt = expected === toAttention ? undefined : expected;
      expect(afterProcessorAnswer({ ...at('requires_attention'), ...of }, answer)).toEqual(inDoubt);
    }
  });
});

describe('a request that the customer acts', () => {
  const asked = (stage: PaymentStage, voidReason: VoidReason | null = null) =>
    afterProcessorAnswer(
      {
        ...{ ...at(stage), operation: 'authorize', captureMethod: 'automatic', isCaptureSent: false, voidReason },
        initiator: 'merchant',
      },
      'requires_action',
    );

  it('releases a payment that the merchant initiated', () => {
    const released = { to: at('processing'), operation: 'void', voidReason: 'authentication_required' };
    for (const stage of ['processing', 'requires_attention'] as const) expect(asked(stage)).toEqual(released);
  });

  it('needs a person if the processor has declined its void before', () => {
    expect(asked('processing', 'authentication_required')).toEqual(toAttention);
  });
});

describe('a capture declined because another one took the money', () => {
  it.each(['processing', 'requires_attention'] as const)(
    'moves a payment in %s to requires_attention and clears the void reason',
    (stage) => {
      for (const voidReason of [null, ...voidReasons]) {
        const of = {
          operation: 'capture',
          captureMethod: 'manual',
          initiator,
          voidReason,
          isCaptureSent: true,
        } as const;
        const left = { ...toAttention, voidReason: null };
        expect(afterProcessorAnswer({ ...at(stage), ...of }, 'taken_otherwise')).toEqual(left);
      }
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
