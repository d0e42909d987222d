import type { WebhookEvent } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { newest, summaryOf } from './event-tail.js';

describe('the newest events', () => {
  it('are first, and at most so many', () => {
    expect(newest(['b', 'a'], ['c', 'd'], 3)).toEqual(['d', 'c', 'b']);
    expect(newest([], ['a', 'b', 'c', 'd'], 2)).toEqual(['d', 'c']);
    expect(newest(['a'], [])).toEqual(['a']);
    const many = Array.from({ length: 700 }, (_, n) => n);
    expect(newest([], many)).toHaveLength(500);
  });
});

describe('the summary of an event', () => {
  const event = (type: string, data: object) =>
    summaryOf({ id: 'evt_1', type, created: '2026-11-21T09:30:00.000Z', data } as unknown as WebhookEvent);

  it.each([
    ['payment.completed', { id: 'pay_1' }, 'pay_1'],
    ['webhook.test', { webhookId: 'wh_1' }, 'wh_1'],
    ['moon.risen', {}, null],
    ['moon.risen', { id: 7 }, null],
  ])('%s names its object', (type, data, objectId) => {
    expect(event(type, data)).toEqual({ id: 'evt_1', type, created: '2026-11-21T09:30:00.000Z', objectId });
  });
});
