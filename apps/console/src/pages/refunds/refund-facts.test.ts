import type { Refund } from '@svc/sdk';
import { expect, it } from 'vitest';
import { refundFacts } from './refund-facts.js';

it.each([
  ['api', 'through this service'],
  ['processor', 'at the payment processor'],
  ['origin_of_a_later_version', 'origin_of_a_later_version'],
])('a refund of the origin %s was made %s', (origin, text) => {
  const refund = { amount: { value: 600, currency: 'EUR' }, failure: null, origin };
  const at = '2026-11-21T09:30:00.000Z';
  const facts = refundFacts({ ...refund, createdAt: at, updatedAt: at } as Refund);
  expect(facts).toContainEqual({ label: 'Made', text });
});
