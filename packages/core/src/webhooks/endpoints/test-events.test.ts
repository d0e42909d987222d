import type { EventKind, Mode } from '@svc/contract';
import { validateWebhookEvent } from '@svc/contract/response-check';
import { describe, expect, it } from 'vitest';
import { testEvent } from './test-events.js';

const context = { environmentId: 1, webhookId: 'wh_7', id: '249801938345984021' };
const kinds: EventKind[] = [
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'payment.authorized',
  'payment.awaiting_approval',
  'payment.requires_action',
  'payment.requires_attention',
  'refund.completed',
  'refund.failed',
  'subscription.created',
  'subscription.updated',
  'subscription.past_due',
  'subscription.cancelled',
  'customer.created',
  'customer.updated',
  'webhook.test',
];

describe('a sample event', () => {
  it.each(
    kinds.flatMap((kind): [EventKind, Mode][] => [
      [kind, 'test'],
      [kind, 'live'],
    ]),
  )('of type %s matches the contract in %s mode', (kind, mode) => {
    const { body } = testEvent(kind, { ...context, mode });
    const event: unknown = JSON.parse(body.toString('utf8'));
    expect(validateWebhookEvent(event)).toEqual([]);
    expect(event).toMatchObject({ id: 'evt_249801938345984021', type: kind });
    expect(Object.keys(event as object)).toEqual(['id', 'type', 'created', 'data']);
  });

  it('names the endpoint under test', () => {
    const { body } = testEvent('webhook.test', { ...context, mode: 'test' });
    expect(JSON.parse(body.toString('utf8'))).toMatchObject({ data: { webhookId: 'wh_7' } });
  });
});
