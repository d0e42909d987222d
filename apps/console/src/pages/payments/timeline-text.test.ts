import type { TimelineEntry } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { timelineText } from './timeline-text.js';

const at = '2026-11-21T09:30:00.000Z';
const amount = { value: 100_000, currency: 'HUF' };
const state = { type: 'timeline.state', at, status: 'pending', stage: null, failure: null, reason: null, version: 1 };
const attempt = {
  type: 'timeline.attempt',
  at,
  operation: 'authorize',
  amount,
  processor: 'sandbox',
  finishedAt: null,
};
const refund = { type: 'timeline.refund', at, refundId: 'ref_1', amount, failure: null, reason: null, version: 1 };
const failure = { code: 'insufficient_funds', message: 'Not enough money.' };

describe('an entry of the timeline', () => {
  it.each([
    [{ ...state, stage: 'awaiting_approval' }, 'The payment waits for approval.', null],
    [{ ...state, stage: 'processing', reason: 'Checked' }, 'The payment is with the processor.', 'Checked'],
    [{ ...state, stage: 'new_stage' }, 'The payment is new stage.', null],
    [{ ...state, status: 'completed' }, 'The payment is completed.', null],
    [{ ...state, status: 'failed', failure }, 'The payment failed: Not enough money. (insufficient_funds)', null],
    [{ ...attempt, outcome: 'approved', code: null }, 'Authorization of 1,000.00 HUF at sandbox was approved.', null],
    [
      { ...attempt, operation: 'void', amount: null, outcome: 'declined', code: 'already_captured' },
      'Release of the held money at sandbox was declined (already_captured).',
      null,
    ],
    [
      { ...attempt, outcome: 'declined', code: 'not_sent' },
      'Authorization of 1,000.00 HUF was not sent to sandbox.',
      null,
    ],
    [{ ...refund, status: 'pending', reason: 'Broken' }, 'A refund of 1,000.00 HUF was created.', 'Broken'],
    [{ ...refund, status: 'completed' }, 'The refund of 1,000.00 HUF is completed.', null],
    [
      { ...refund, status: 'failed', failure },
      'The refund of 1,000.00 HUF failed: Not enough money. (insufficient_funds)',
      null,
    ],
    [
      {
        type: 'timeline.dispute',
        at,
        disputeId: 'dis_1',
        amount,
        status: 'needs_response',
        movement: 'withdrawn',
        reason: 'fraud',
        version: 1,
      },
      "The customer's bank disputes 1,000.00 HUF: needs response. The processor withdrew the amount.",
      'fraud',
    ],
    [
      {
        ...{ type: 'timeline.delivery', at, deliveryId: 'dlv_1', webhookId: 'wh_1', eventId: 'evt_1' },
        ...{ eventType: 'payment.completed', status: 'delivered', attempts: 1 },
      },
      'payment.completed to wh_1 is delivered, with 1 attempt.',
      null,
    ],
    [{ type: 'timeline.new_kind', at }, 'timeline.new kind', null],
  ])('%o', (entry, text, note) => {
    expect(timelineText(entry as TimelineEntry)).toEqual({ text, note });
  });
});
