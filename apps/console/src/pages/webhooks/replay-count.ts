import type { Delivery, Svc, Webhook, WebhookEvent } from '@svc/sdk';

/** What to replay, as the operation takes it. */
export interface ReplayRange {
  readonly createdFrom: string;
  readonly createdTo: string;
  readonly onlyFailed: boolean;
}

interface ReplayCount {
  readonly count: number;
  /** False if there was more to count than a page reads. The replay then makes at least as many deliveries. */
  readonly isComplete: boolean;
}

type Happened = Pick<WebhookEvent, 'id' | 'type' | 'created'>;
type Sent = Pick<Delivery, 'eventId' | 'status' | 'createdAt'>;

/** Events and deliveries that are read to count. */
const MAX_READ = 2_000;

/** How many deliveries a replay would make now. */
export async function countReplay(
  client: Svc,
  webhook: Webhook,
  range: ReplayRange,
  signal: AbortSignal,
): Promise<ReplayCount> {
  const { createdFrom, onlyFailed } = range;
  const from = Date.parse(createdFrom);
  const events = await newest(
    client.events.list({ limit: 100 }, { signal }),
    ({ created }) => Date.parse(created) < from,
  );
  const wanted = eventsInRange(events.items, webhook.events, range);
  if (!onlyFailed || wanted.length === 0) return { count: wanted.length, isComplete: events.isComplete };
  const sent = await newest(
    client.webhooks.listDeliveries(webhook.id, { limit: 100, createdFrom }, { signal }),
    () => false,
  );
  const missed = missedEvents(wanted, sent.items, sent.isComplete);
  return { count: missed.length, isComplete: events.isComplete && sent.isComplete };
}

export function countText({ count, isComplete }: ReplayCount): string {
  if (count === 0) return isComplete ? 'There is nothing to replay.' : 'There are too many events to count.';
  return `This makes ${isComplete ? '' : 'at least '}${count} ${count === 1 ? 'delivery' : 'deliveries'}.`;
}

/** The events that a replay considers: in its range, and of a type that the webhook receives. */
export function eventsInRange<Item extends Happened>(
  events: readonly Item[],
  selectors: Webhook['events'],
  { createdFrom, createdTo }: ReplayRange,
): Item[] {
  const [from, to] = [Date.parse(createdFrom), Date.parse(createdTo)];
  return events.filter(({ type, created }) => {
    const time = Date.parse(created);
    return time >= from && time < to && selectors.some((selector) => selects(selector, type));
  });
}

/**
 * Events whose last delivery failed, or that were never sent. Deliveries are newest first. If older ones are not known,
 * events from before the oldest known delivery do not count.
 */
export function missedEvents<Item extends Happened>(
  events: readonly Item[],
  deliveries: readonly Sent[],
  areAll: boolean,
): Item[] {
  const last = new Map<string, Sent['status']>();
  for (const { eventId, status } of deliveries) if (!last.has(eventId)) last.set(eventId, status);
  const knownFrom = areAll ? 0 : Date.parse(deliveries.at(-1)?.createdAt ?? '');
  return events.filter(({ id, created }) => {
    const status = last.get(id);
    if (status === undefined) return Date.parse(created) > knownFrom;
    return status === 'failed' || status === 'cancelled';
  });
}

function selects(selector: string, type: string): boolean {
  if (type === 'webhook.test') return false;
  return selector === '*' || selector === type || (selector.endsWith('.*') && type.startsWith(selector.slice(0, -1)));
}

async function newest<Item>(
  list: AsyncIterable<Item>,
  isOver: (item: Item) => boolean,
): Promise<{ readonly items: Item[]; readonly isComplete: boolean }> {
  const items: Item[] = [];
  for await (const item of list) {
    if (isOver(item)) break;
    if (items.length === MAX_READ) return { items, isComplete: false };
    items.push(item);
  }
  return { items, isComplete: true };
}
