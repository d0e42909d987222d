import type { TimelineEntry } from '@svc/sdk';
import { expect, it } from 'vitest';
import { disputesIn } from './payment-disputes.js';

const at = '2026-11-21T09:30:00.000Z';
const amount = { value: 1_000, currency: 'EUR' };
const part = { value: 400, currency: 'EUR' };

it('lists each dispute once, as it was changed last', () => {
  const entry = { type: 'timeline.dispute', at, movement: null, reason: 'fraudulent', version: 1 } as const;
  const timeline: TimelineEntry[] = [
    { ...entry, disputeId: 'dis_1', amount, status: 'needs_response' },
    { ...entry, disputeId: 'dis_2', amount: part, status: 'inquiry' },
    { ...entry, disputeId: 'dis_1', amount, status: 'won', version: 2 },
    { type: '(unknown) timeline.of_a_later_version', at },
  ];
  expect(disputesIn(timeline)).toEqual([
    { id: 'dis_1', amount, status: 'won', reason: 'fraudulent' },
    { id: 'dis_2', amount: part, status: 'inquiry', reason: 'fraudulent' },
  ]);
  expect(disputesIn([])).toEqual([]);
});
