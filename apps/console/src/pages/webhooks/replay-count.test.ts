import { describe, expect, it } from 'vitest';
import { countText, eventsInRange, missedEvents } from './replay-count.js';

const at = (minute: number): string => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;
const event = (n: number, type = 'payment.completed') => ({ id: `evt_${n}`, type, created: at(n) }) as const;
const sent = (n: number, status: 'delivered' | 'failed' | 'pending' | 'cancelled', minute = n) => ({
  eventId: `evt_${n}`,
  status,
  createdAt: at(minute),
});
const ids = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

describe('the events of a replay', () => {
  const range = { createdFrom: at(2), createdTo: at(4), onlyFailed: true };
  const events = [event(4), event(3, 'refund.failed'), event(3), event(2), event(1)] as Parameters<
    typeof eventsInRange
  >[0];

  it('are in its range, whose end is exclusive', () => {
    expect(ids(eventsInRange(events, ['*'], range))).toEqual(['evt_3', 'evt_3', 'evt_2']);
  });

  it.each([
    [['payment.*'], ['evt_3', 'evt_2']],
    [['refund.failed'], ['evt_3']],
    [['customer.*'], []],
  ])('are of the types %j', (selectors, expected) => {
    expect(ids(eventsInRange(events, selectors, range))).toEqual(expected);
  });

  it('are no test events', () => {
    const tests = [event(3, 'webhook.test')] as Parameters<typeof eventsInRange>[0];
    expect(eventsInRange(tests, ['*', 'webhook.test'], range)).toEqual([]);
  });
});

it.each([
  [0, true, 'There is nothing to replay.'],
  [0, false, 'There are too many events to count.'],
  [1, true, 'This makes 1 delivery.'],
  [2000, false, 'This makes at least 2000 deliveries.'],
])('%d events, all of them: %s, are counted as "%s"', (count, isComplete, text) => {
  expect(countText({ count, isComplete })).toBe(text);
});

describe('missed events', () => {
  const events = [event(5), event(4), event(3), event(2), event(1)] as Parameters<typeof missedEvents>[0];

  it('failed last, were cancelled, or were never sent', () => {
    const deliveries = [
      sent(2, 'delivered', 9),
      sent(5, 'failed'),
      sent(3, 'pending'),
      sent(2, 'failed'),
      sent(1, 'cancelled'),
    ];
    expect(ids(missedEvents(events, deliveries, true))).toEqual(['evt_5', 'evt_4', 'evt_1']);
  });

  it('from before the oldest known delivery do not count', () => {
    expect(ids(missedEvents(events, [sent(5, 'failed'), sent(4, 'delivered')], false))).toEqual(['evt_5']);
    expect(ids(missedEvents(events, [sent(4, 'failed'), sent(3, 'delivered')], false))).toEqual(['evt_5', 'evt_4']);
  });
});
