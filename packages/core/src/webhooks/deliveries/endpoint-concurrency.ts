import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { Slots } from '../../platform/queues/fair-worker.js';

/** How an endpoint behaves: unknown, responds in time, responds late, or does not respond. */
export type Pace = 'new' | 'quick' | 'slow' | 'stuck';

export interface EndpointConcurrencySettings {
  /** Deliveries in flight at the same time, except those to slow endpoints. */
  readonly concurrency: number;
  /** An endpoint that takes this long for a delivery is slow. In milliseconds. */
  readonly slowAfterMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** Limits per endpoint: its number of connections if it responds in time, otherwise just enough to find out. */
const MAX_PER_ENDPOINT: Readonly<Record<Pace, number>> = { quick: 100, new: 10, slow: 25, stuck: 5 };
/** Endpoints remembered; the longest unused are forgotten first. */
const MAX_REMEMBERED = 50_000;
const MIN_FREE_SHARE = 1 / 4;
/** The weight of the past in the moving average. */
const AVERAGE_DECAY = 0.8;

/** The endpoint of a delivery. */
export type EndpointRef = Pick<WorkRef, 'environmentId' | 'webhookId'>;

/** The key of an endpoint, unique across environments. */
export function endpointOf({ environmentId, webhookId = UNKNOWN }: EndpointRef): string {
  return `${environmentId}-${webhookId}`;
}

/** The endpoint when a queue does not name it. */
const UNKNOWN = '0';

/** An admitted delivery. */
export interface Slot {
  readonly endpoint: string;
  readonly since: number;
  /** The response time, once known; null without a response. */
  answeredMs?: number | null;
}

class Endpoint {
  pace: Pace = 'new';
  averageMs: number | undefined;
  readonly slots: Slot[] = [];
  usedSince = true;

  /** Removes a slot without keeping the order; false when it is not there. */
  end(slot: Slot): boolean {
    const index = this.slots.indexOf(slot);
    const last = index < 0 ? undefined : this.slots.pop();
    if (last === undefined) return false;
    if (last !== slot) this.slots[index] = last;
    return true;
  }
}

/**
 * Decides which endpoints may be sent to. Slow endpoints share a quarter of the places on top; unknown ones take at most half
 * of the others. So endpoints that respond find room, however many do not.
 */
export class EndpointConcurrency implements Slots<Slot> {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly underWay: Record<Pace, number> = { new: 0, quick: 0, slow: 0, stuck: 0 };
  private readonly now: () => number;
  /** Called when a delivery to an endpoint is no longer in flight. */
  onFree: (endpoint: string) => void = () => {};

  constructor(private readonly settings: EndpointConcurrencySettings) {
    this.now = settings.now ?? (() => performance.now());
  }

  /** All deliveries in flight. */
  get size(): number {
    return this.underWay.new + this.underWay.quick + this.inFlightToSlow;
  }

  /** In flight to slow endpoints. */
  private get inFlightToSlow(): number {
    return this.underWay.slow + this.underWay.stuck;
  }

  /** Places free for endpoints that respond in time. */
  private get freePlaces(): number {
    return this.settings.concurrency - this.underWay.new - this.underWay.quick;
  }

  pace(endpoint: string): Pace {
    return this.endpoints.get(endpoint)?.pace ?? 'new';
  }

  isSlow(endpoint: string): boolean {
    return isSlow(this.pace(endpoint));
  }

  /** How many deliveries may be in flight to the endpoint. */
  maxInFlightTo(endpoint: string): number {
    return MAX_PER_ENDPOINT[this.pace(endpoint)];
  }

  /** Free slots of this endpoint, ignoring the limit over all endpoints. */
  roomTo(endpoint: string): number {
    return this.maxInFlightTo(endpoint) - (this.endpoints.get(endpoint)?.slots.length ?? 0);
  }

  /** Whether another delivery may go to the endpoint. */
  admits(endpoint: string): boolean {
    const known = this.endpoints.get(endpoint);
    const pace = known?.pace ?? 'new';
    if ((known?.slots.length ?? 0) >= MAX_PER_ENDPOINT[pace] || this.size >= this.settings.concurrency * 3)
      return false;
    const { concurrency } = this.settings;
    if (isSlow(pace)) return this.inFlightToSlow < Math.ceil(concurrency / 4);
    if (pace === 'new' && this.underWay.new >= Math.ceil(concurrency / 2)) return false;
    return this.freePlaces > 0;
  }

  /** While most places are taken, a claim waits for several free ones. */
  get hasRoom(): boolean {
    return this.freePlaces > this.settings.concurrency * MIN_FREE_SHARE;
  }

  take(ref: EndpointRef): Slot | undefined {
    const endpoint = endpointOf(ref);
    return this.admits(endpoint) ? this.enter(endpoint) : undefined;
  }

  enter(endpoint: string): Slot {
    const known = this.remember(endpoint);
    const slot: Slot = { endpoint, since: this.now() };
    known.slots.push(slot);
    this.underWay[known.pace] += 1;
    return slot;
  }

  /** Frees a slot. Without `answeredMs` nothing was sent. */
  free(slot: Slot): void {
    const { endpoint, answeredMs } = slot;
    const known = this.endpoints.get(endpoint);
    if (known === undefined || !known.end(slot)) return;
    this.underWay[known.pace] -= 1;
    if (answeredMs !== undefined) this.judge(known, slot, answeredMs);
    this.onFree(endpoint);
  }

  private judge(known: Endpoint, slot: Slot, answeredMs: number | null): void {
    const tookMs = answeredMs ?? this.now() - slot.since;
    known.averageMs =
      known.averageMs === undefined ? tookMs : known.averageMs * AVERAGE_DECAY + tookMs * (1 - AVERAGE_DECAY);
    this.setPace(known, answeredMs === null ? 'stuck' : answeredMs >= this.settings.slowAfterMs ? 'slow' : 'quick');
  }

  /** Marks endpoints as slow that have kept a delivery waiting for too long. */
  findSlow(): void {
    const limit = this.now() - this.settings.slowAfterMs;
    for (const known of this.endpoints.values()) {
      if (!isSlow(known.pace) && known.slots.some(({ since }) => since <= limit)) this.setPace(known, 'slow');
    }
  }

  /** Estimated time between two deliveries to the endpoint, in milliseconds, while it has all places that it may have. */
  msEach(endpoint: string): number {
    return this.averageMs(endpoint) / this.maxInFlightTo(endpoint);
  }

  /** How many deliveries the endpoint takes in a second, beside `lines - 1` others that wait. Infinite while that is unknown. */
  takesInSecond(endpoint: string, lines: number): number {
    const known = this.endpoints.get(endpoint);
    if (known?.averageMs === undefined) return Infinity;
    const places = Math.min(this.maxInFlightTo(endpoint), known.slots.length + Math.max(0, this.freePlaces) / lines);
    return Math.floor((1_000 * places) / Math.max(1, known.averageMs));
  }

  private averageMs(endpoint: string): number {
    return this.endpoints.get(endpoint)?.averageMs ?? this.settings.slowAfterMs;
  }

  private setPace(known: Endpoint, pace: Pace): void {
    this.underWay[known.pace] -= known.slots.length;
    known.pace = pace;
    this.underWay[pace] += known.slots.length;
  }

  private remember(endpoint: string): Endpoint {
    const known = this.endpoints.get(endpoint);
    if (known !== undefined) {
      known.usedSince = true;
      return known;
    }
    const entered = new Endpoint();
    this.endpoints.set(endpoint, entered);
    if (this.endpoints.size > MAX_REMEMBERED) this.forgetOne();
    return entered;
  }

  /** Tries the longest known first; an endpoint that was used since its last turn moves to the end. */
  private forgetOne(): void {
    let left = this.endpoints.size * 2;
    for (const [name, known] of this.endpoints) {
      if (left-- === 0) return;
      this.endpoints.delete(name);
      if (known.slots.length === 0 && !known.usedSince) return;
      known.usedSince = false;
      this.endpoints.set(name, known);
    }
  }
}

function isSlow(pace: Pace): boolean {
  return pace === 'slow' || pace === 'stuck';
}
