import type { Dispute } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { disputeFacts, processorLinkText } from './dispute-facts.js';

const dispute = {
  amount: { value: 1000, currency: 'EUR' },
  withdrawnAmount: { value: 0, currency: 'EUR' },
  paymentId: 'pay_1',
  reason: 'fraudulent',
  evidenceDueBy: '2026-12-05T23:59:59.000Z',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
} as Dispute;

const deadlineOf = (each: Dispute) => disputeFacts(each).find(({ label }) => label === 'Respond by')?.text;

describe('the page of a dispute', () => {
  it.each(['inquiry', 'needs_response'])('asks for a response while it is %s', (status) => {
    expect(deadlineOf({ ...dispute, status })).toBe('2026-12-05 23:59:59 UTC');
    expect(processorLinkText({ status })).toBe('Respond at the payment processor');
  });

  it.each(['under_review', 'won', 'lost', 'prevented', 'closed'])('asks for none when it is %s', (status) => {
    expect(deadlineOf({ ...dispute, status })).toBeNull();
    expect(processorLinkText({ status })).toBe('View at the payment processor');
  });
});
