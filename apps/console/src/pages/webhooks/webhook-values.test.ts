import type { Webhook } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../lib/facts.js';
import { webhookFacts } from './webhook-facts.js';
import { patchOf, readWebhook, valuesOf } from './webhook-values.js';

const WEBHOOK: Webhook = {
  id: 'wh_1',
  url: 'https://shop.example.com/webhooks',
  events: ['payment.*', 'refund.*'],
  description: 'Shop',
  enabled: true,
  acknowledgeOn: '200',
  retrySchedule: 'standard',
  disabledReason: null,
  previousSecretExpiresAt: null,
  mode: 'test',
  version: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const VALUES = valuesOf(WEBHOOK);

function form(entries: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe('the form of a webhook', () => {
  it('is read without space around texts', () => {
    const read = readWebhook(
      form([
        ['url', ' https://shop.example.com/webhooks '],
        ['events', 'payment.*'],
        ['events', 'refund.*'],
        ['description', 'Shop'],
        ['acknowledgeOn', '200'],
        ['retrySchedule', 'standard'],
      ]),
    );
    expect(read).toEqual(VALUES);
  });

  it('means all events if that is chosen together with others', () => {
    const events = ['*', 'payment.*'].map((event) => ['events', event] as const);
    expect(readWebhook(form(events)).events).toEqual(['*']);
  });
});

describe('a change of a webhook', () => {
  it('has only the fields that the person changed', () => {
    expect(patchOf(VALUES, VALUES)).toEqual({});
    expect(patchOf(VALUES, { ...VALUES, url: 'https://new.example.com/' })).toEqual({
      url: 'https://new.example.com/',
    });
    expect(patchOf(VALUES, { ...VALUES, events: ['*'], description: '' })).toEqual({
      events: ['*'],
      description: null,
    });
  });

  it.each(['Shop\nin Berlin', 'Shop\r\nin Berlin', ' Shop\n', '\n'])(
    'leaves the description %j as it is, unless it is edited',
    (description) => {
      const before = valuesOf({ ...WEBHOOK, description });
      // What a control makes of it.
      const shown = description.replaceAll('\r\n', '\n');
      const entriesOf = (text: string) =>
        form([
          ['url', before.url],
          ...before.events.map((event) => ['events', event] as const),
          ['description', text],
          ['acknowledgeOn', before.acknowledgeOn],
          ['retrySchedule', before.retrySchedule],
        ]);
      expect(patchOf(before, readWebhook(entriesOf(shown)))).toEqual({});
      expect(patchOf(before, readWebhook(entriesOf(`${shown}\nnew`)))).toEqual({
        description: `${shown}\nnew`.trim(),
      });
    },
  );
});

describe('the facts of a webhook', () => {
  it('say what somebody else has changed', () => {
    const changed = { ...WEBHOOK, events: ['*'], enabled: false, description: null, version: 2 };
    expect(changesBetween(webhookFacts(WEBHOOK), webhookFacts(changed))).toEqual([
      'State: enabled, now disabled',
      'Events: payment.*, refund.*, now *',
      'Description: Shop, now nothing',
    ]);
  });
});
