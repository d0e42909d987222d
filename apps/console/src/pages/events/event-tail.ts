import type { Svc, WebhookEvent } from '@svc/sdk';
import { failureOf } from '../../lib/problem';

/** What the tail shows of an event. */
export interface TailedEvent {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  /** The object that it is about, such as a payment. */
  readonly objectId: string | null;
}

/** An event, and the position of the stream after it. */
interface Message {
  readonly position: string;
  readonly event: TailedEvent;
}

export interface Tail {
  /** Newest first. */
  readonly events: readonly TailedEvent[];
  /** All events since the tail has started. */
  readonly count: number;
  /** Why there will be no more. */
  readonly failure: unknown;
}

/** Events that are kept. */
const MAX_EVENTS = 500;
/** The page is drawn at most this often, so that many events a second do not stop it. */
const DRAW_MS = 200;
const RECONNECT_MS = 2_000;
/** The longest wait while the service is away, or has too many streams. */
const MAX_RECONNECT_MS = 30_000;
const REFUSED = new Set([401, 403]);

/**
 * Events as they happen. All tabs of a browser share one stream: the tab that holds a lock reads it and passes the events
 * on. When this tab is closed, another one continues where it ended.
 */
export class EventTail {
  #tail: Tail = { events: [], count: 0, failure: undefined };
  #pending: TailedEvent[] = [];
  #position: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /**
   * @param name the same for all tabs that share a stream: it names the account and the mode
   */
  constructor(
    private readonly client: Pick<Svc, 'events'>,
    private readonly name: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Tail => this.#tail;

  /** Begins. Returns what ends it. */
  start(): () => void {
    const end = new AbortController();
    const channel = new BroadcastChannel(this.name);
    channel.onmessage = ({ data }: MessageEvent<Message>) => this.#take(data);
    const lead = (): Promise<void> => this.#lead(channel, end.signal);
    navigator.locks.request(this.name, { signal: end.signal }, lead).catch((error: unknown) => {
      if (!end.signal.aborted) this.#fail(error);
    });
    return () => {
      end.abort();
      channel.close();
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Reads the stream for all tabs, and opens it again when it ends, until the service refuses that. */
  async #lead(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
    let waitMs = RECONNECT_MS;
    while (!signal.aborted) {
      try {
        await this.#read(channel, signal);
        waitMs = RECONNECT_MS;
      } catch (error) {
        if (signal.aborted) return;
        const { status = 0 } = failureOf(error);
        if (REFUSED.has(status)) throw error;
        // The service does not know the position any more.
        if (status === 400) this.#position = undefined;
        waitMs = Math.min(2 * waitMs, MAX_RECONNECT_MS);
      }
      await pause(waitMs, signal);
    }
  }

  async #read(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
    const from = this.#position === undefined ? {} : { lastEventId: this.#position };
    const stream = await this.client.events.stream(from, { signal });
    try {
      for await (const { id, event } of stream) {
        const message = { position: id, event: summaryOf(event) };
        channel.postMessage(message);
        this.#take(message);
      }
    } finally {
      // Also without events: the stream sends its position first.
      this.#position = stream.lastEventId ?? this.#position;
    }
  }

  #take({ position, event }: Message): void {
    this.#position = position;
    if (this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    this.#pending.push(event);
    this.#timer ??= setTimeout(() => this.#draw(), DRAW_MS);
  }

  #draw(): void {
    this.#timer = undefined;
    const { events, count } = this.#tail;
    this.#show({ events: newest(events, this.#pending), count: count + this.#pending.length, failure: undefined });
    this.#pending = [];
    if (this.#seen.size > 10 * MAX_EVENTS) {
      this.#seen.clear();
      for (const { id } of this.#tail.events) this.#seen.add(id);
    }
  }

  #fail(failure: unknown): void {
    this.#show({ ...this.#tail, failure });
  }

  #show(tail: Tail): void {
    this.#tail = tail;
    for (const listener of this.#listeners) listener();
  }
}

/** The newest events, newest first, after more have come in the order in which they happened. */
export function newest<Item>(shown: readonly Item[], come: readonly Item[], max = MAX_EVENTS): Item[] {
  return [...come.slice(-max).reverse(), ...shown].slice(0, max);
}

export function summaryOf({ id, type, created, data }: WebhookEvent): TailedEvent {
  const objectId: unknown = 'id' in data ? data.id : 'webhookId' in data ? data.webhookId : null;
  return { id, type, created, objectId: typeof objectId === 'string' ? objectId : null };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
