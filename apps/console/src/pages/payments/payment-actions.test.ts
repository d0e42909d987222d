import type { TimelineEntry } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import {
  ACTION_TEXTS,
  actionsOf,
  doneText,
  effectOf,
  endedOtherwise,
  isCreatedBy,
  limitOf,
  refundRefusal,
  refreshAfter,
  refreshListAfter,
  subjectOf,
} from './payment-actions.js';

const NOTHING = { value: 0, currency: 'EUR' };
const STRIPE = { id: 'proc_1', kind: 'stripe', reference: null } as const;
const SOME = { value: 600, currency: 'EUR' };
const HELD: TimelineEntry = {
  type: 'timeline.state',
  at: '2026-11-21T09:30:00.000Z',
  status: 'pending',
  stage: 'authorized',
  failure: null,
  reason: null,
  by: null,
  version: 2,
};

function attempt(
  operation: 'authorize' | 'capture' | 'void',
  outcome: 'pending' | 'approved' | 'declined' = 'approved',
  code: string | null = null,
  second = 1,
): TimelineEntry {
  const at = '2026-11-21T09:30:00.000Z';
  const finishedAt = outcome === 'pending' ? null : `2026-11-21T09:30:0${second}.000Z`;
  return { type: 'timeline.attempt', at, operation, amount: null, processor: 'stripe', outcome, code, finishedAt };
}

describe('actions on a payment', () => {
  it.each([
    ['pending', 'awaiting_approval', NOTHING, ['approve', 'reject', 'cancel']],
    ['pending', 'processing', NOTHING, []],
    ['pending', 'requires_action', NOTHING, ['cancel']],
    ['pending', 'authorized', NOTHING, ['capture', 'cancel']],
    ['pending', 'requires_attention', NOTHING, ['approve', 'reject']],
    ['pending', 'stage_of_a_later_version', NOTHING, []],
    ['completed', null, SOME, ['refund']],
    ['completed', null, NOTHING, []],
    ['failed', null, NOTHING, []],
  ] as const)('%s, %s, %o: %j', (status, stage, refundableAmount, expected) => {
    expect(actionsOf({ status, stage, refundableAmount, processor: STRIPE }, 'unknown', () => true)).toEqual(expected);
  });

  it.each([
    ['working', [], ['refund']],
    ['failing', ['cancel'], ['refund']],
    ['deleted', [], []],
    ['reading', [], []],
    ['unknown', [], ['refund']],
  ] as const)('depend on the connection, which is %s', (connection, processing, completed) => {
    const may = () => true;
    const sent = { status: 'pending', stage: 'processing', refundableAmount: NOTHING } as const;
    expect(actionsOf({ ...sent, processor: STRIPE }, connection, may)).toEqual(processing);
    // Something of it is at the processor.
    expect(actionsOf({ ...sent, processor: { ...STRIPE, reference: 'pi_1' } }, connection, may)).toEqual([]);
    const paid = { status: 'completed', stage: null, refundableAmount: SOME, processor: STRIPE } as const;
    expect(actionsOf(paid, connection, may)).toEqual(completed);
  });

  it('say why there is no refund', () => {
    expect(refundRefusal({ refundableAmount: SOME }, 'deleted')).toContain(
      'The connection of this payment was deleted.',
    );
    expect(refundRefusal({ refundableAmount: NOTHING }, 'deleted')).toBeUndefined();
    expect(refundRefusal({ refundableAmount: SOME }, 'failing')).toBeUndefined();
  });

  it('are those that the person may do', () => {
    const held = { status: 'pending', stage: 'awaiting_approval', refundableAmount: NOTHING, processor: null } as const;
    expect(actionsOf(held, 'unknown', (scope) => scope === 'payments:write')).toEqual(['cancel']);
    expect(actionsOf(held, 'unknown', (scope) => scope === 'payments:approve')).toEqual(['approve', 'reject']);
  });

  it('know who created the payment', () => {
    const state = {
      type: 'timeline.state',
      at: '2026-11-21T09:30:00.000Z',
      status: 'pending',
      stage: 'awaiting_approval',
      failure: null,
      reason: null,
      version: 1,
    } as const;
    const by = { actor: 'member', id: 'usr_1', name: 'Ada' } as const;
    expect(isCreatedBy('usr_1', [{ ...state, by }])).toBe(true);
    expect(isCreatedBy('usr_2', [{ ...state, by }])).toBe(false);
    expect(isCreatedBy('usr_1', [{ ...state, by: null }])).toBe(false);
    // Who approved it is no creator.
    expect(isCreatedBy('usr_1', [{ ...state, version: 2, by }])).toBe(false);
  });

  it('move what can be refunded or captured', () => {
    const amount = { value: 900, currency: 'EUR' };
    const held = { stage: 'awaiting_approval', captureMethod: 'manual', amount } as const;
    const payment = { ...held, refundableAmount: SOME, amountCapturable: NOTHING };
    const timeline = [attempt('authorize'), attempt('capture', 'pending')];
    expect(limitOf('refund', payment, timeline)).toBe(SOME);
    expect(limitOf('capture', payment, timeline)).toBe(NOTHING);
    expect(limitOf('approve', payment, timeline)).toBeUndefined();
    const doubted = { ...payment, stage: 'requires_attention' } as const;
    expect(limitOf('approve', doubted, timeline)).toBe(amount);
    expect(limitOf('reject', doubted, timeline)).toBeUndefined();
    expect(limitOf('approve', { ...doubted, captureMethod: 'automatic' }, timeline)).toBeUndefined();
  });

  it.each([
    ['an authorization', false, [attempt('authorize', 'pending')]],
    ['a capture', true, [attempt('authorize'), HELD, attempt('capture', 'pending')]],
    ['a release', false, [attempt('authorize'), HELD, attempt('void', 'pending')]],
    ['a release after a capture', false, [HELD, attempt('capture', 'pending'), attempt('void', 'pending')]],
    ['the capture after a refused release', false, [HELD, attempt('capture', 'pending'), attempt('void', 'declined')]],
    ['a capture of a hold that was not released', true, [HELD, attempt('void'), HELD, attempt('capture', 'pending')]],
    ['a capture while another one took the money', true, [HELD, attempt('capture', 'declined', 'already_captured')]],
    [
      'a release while another one took the money',
      true,
      [HELD, attempt('capture', 'declined'), attempt('void', 'declined', 'already_captured')],
    ],
    [
      'a release that was later refused for another reason',
      false,
      [HELD, attempt('capture', 'declined', 'already_captured'), attempt('void', 'declined', 'expired', 2)],
    ],
  ] as const)('approve %s in doubt, with an amount: %s', (_, isAsked, timeline) => {
    const amount = { value: 900, currency: 'EUR' };
    const doubted = { stage: 'requires_attention', captureMethod: 'manual', amount } as const;
    const limit = limitOf('approve', { ...doubted, refundableAmount: SOME, amountCapturable: NOTHING }, timeline);
    expect(limit).toBe(isAsked ? amount : undefined);
  });

  it('say that a refund had been made by an earlier request', () => {
    const refund = { action: 'refund', refundId: 'ref_1' } as const;
    expect(doneText({ ...refund, isEarlier: false })).toBe(ACTION_TEXTS.refund.done);
    expect(doneText({ ...refund, isEarlier: true })).toContain('had been made already');
  });

  it.each([
    ['test', 'A payment of 5.00 EUR. Test mode: no money moves.'],
    ['live', 'A payment of 5.00 EUR. Live mode: real money.'],
  ] as const)('say which payment they are about in %s mode', (mode, text) => {
    expect(subjectOf({ amount: { value: 500, currency: 'EUR' }, customer: null, reference: null }, mode)).toBe(text);
  });

  it('say what they confirm while the outcome is unknown', () => {
    expect(effectOf('approve', { stage: 'requires_attention' })).toContain('did happen');
    expect(effectOf('approve', { stage: 'awaiting_approval' })).toBe(ACTION_TEXTS.approve.effect);
    expect(effectOf('cancel', { stage: 'processing' })).toContain('Otherwise nothing changes.');
    expect(effectOf('cancel', { stage: 'authorized' })).toBe(ACTION_TEXTS.cancel.effect);
  });

  it('are no longer said to be requested once they have ended otherwise', () => {
    const refunds = [
      { id: 'ref_1', status: 'failed' },
      { id: 'ref_2', status: 'completed' },
    ] as const;
    const refund = { action: 'refund', refundId: 'ref_1' } as const;
    expect(endedOtherwise(refund, { status: 'completed' }, refunds)).toBe('The refund failed.');
    expect(endedOtherwise({ ...refund, refundId: 'ref_2' }, { status: 'completed' }, refunds)).toBeUndefined();
    const cancel = { action: 'cancel', refundId: undefined } as const;
    expect(endedOtherwise(cancel, { status: 'completed' }, [])).toBe('The payment was completed.');
    expect(endedOtherwise(cancel, { status: 'failed' }, [])).toBeUndefined();
    expect(endedOtherwise({ ...cancel, action: 'capture' }, { status: 'failed' }, [])).toBe('The payment failed.');
    expect(endedOtherwise({ ...cancel, action: 'approve' }, { status: 'failed' }, [])).toBeUndefined();
  });

  it('refresh while something moves', () => {
    const [updatedAt, later] = ['2026-11-21T09:30:00.000Z', '2026-11-21T09:35:00.000Z'];
    const [soon, now] = [Date.parse(updatedAt) + 1_000, Date.parse(later) + 1_000];
    const completed = { status: 'completed', stage: null, updatedAt } as const;
    const processing = { status: 'pending', stage: 'processing', updatedAt } as const;
    const pending = { status: 'pending', updatedAt } as const;
    expect(refreshAfter(processing, [], soon)).toBe(1_500);
    expect(refreshAfter(processing, [], now)).toBe(10_000);
    expect(refreshAfter({ ...processing, stage: 'awaiting_approval' }, [], soon)).toBe(5_000);
    expect(refreshAfter(completed, [pending], soon)).toBe(1_500);
    expect(refreshAfter(completed, [pending], now)).toBe(10_000);
    expect(refreshAfter(completed, [pending, { ...pending, updatedAt: later }], now)).toBe(1_500);
    expect(refreshAfter(completed, [{ ...pending, status: 'completed' }], soon)).toBe(30_000);
    expect(refreshAfter({ ...completed, status: 'failed' }, [], soon)).toBe(false);
  });

  it('refresh a list while a payment of it moves', () => {
    const updatedAt = '2026-11-21T09:30:00.000Z';
    const soon = Date.parse(updatedAt) + 1_000;
    const completed = { status: 'completed', stage: null, updatedAt } as const;
    const processing = { status: 'pending', stage: 'processing', updatedAt } as const;
    const held = { ...processing, stage: 'awaiting_approval' } as const;
    expect(refreshListAfter([completed, held, processing], soon)).toBe(1_500);
    expect(refreshListAfter([held, completed], soon)).toBe(5_000);
    expect(refreshListAfter([completed], soon)).toBe(false);
    expect(refreshListAfter([], soon)).toBe(false);
  });
});
