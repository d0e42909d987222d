/** How an endpoint has done lately: nothing is known of it, it answers, it answers late, or it does not answer. */
export type Pace = 'new' | 'quick' | 'slow' | 'stuck';

export interface GateSettings {
  /** Deliveries under way at once, those to slow endpoints aside. */
  readonly concurrency: number;
  /** An endpoint that takes this long for one delivery is slow. In milliseconds. */
  readonly slowAfterMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** To an endpoint that answers, as many as connections are kept to it; to others no more than it takes to find out. */
const MAX_PER_ENDPOINT: Readonly<Record<Pace, number>> = { quick: 100, new: 10, slow: 25, stuck: 5 };
/** What has been learned of an endpoint is kept for so many of them; those that are long unused are forgotten first. */
const MAX_REMEMBERED = 50_000;
/** How much an old time counts beside a new one in the average. */
const INERTIA = 0.8;

/** A delivery that was let through. */
export interface Passage {
  readonly endpoint: string;
  readonly since: number;
}

class Endpoint {
  pace: Pace = 'new';
  averageMs: number | undefined;
  readonly passages: Passage[] = [];
  usedSince = true;

  /** Takes a passage out, in whatever order they are then. False when it is not among them. */
  end(passage: Passage): boolean {
    const index = this.passages.indexOf(passage);
    const last = index < 0 ? undefined : this.passages.pop();
    if (last === undefined) return false;
    if (last !== passage) this.passages[index] = last;
    return true;
  }
}

/**
 * Decides which endpoints may be sent to now. Endpoints that keep connections waiting share a lane of their own, a
 * quarter of the places; those of which nothing is known yet take at most half of the others. So whoever answers finds
 * room, however many do not.
 */
export class EndpointGate {
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly underWay: Record<Pace, number> = { new: 0, quick: 0, slow: 0, stuck: 0 };
  private readonly now: () => number;

  constructor(private readonly settings: GateSettings) {
    this.now = settings.now ?? (() => performance.now());
  }

  /** All deliveries that were let through and have not come back. */
  get size(): number {
    return this.underWay.new + this.underWay.quick + this.waitedFor;
  }

  /** Those that slow endpoints keep waiting. */
  private get waitedFor(): number {
    return this.underWay.slow + this.underWay.stuck;
  }

  /** Places that are free for endpoints that answer. */
  get free(): number {
    return this.settings.concurrency - this.underWay.new - this.underWay.quick;
  }

  pace(endpoint: string): Pace {
    return this.endpoints.get(endpoint)?.pace ?? 'new';
  }

  /** Whether the endpoint keeps its deliveries waiting. */
  isSlow(endpoint: string): boolean {
    return isSlow(this.pace(endpoint));
  }

  /** Whether nothing is under way to the endpoint. */
  isIdle(endpoint: string): boolean {
    return (this.endpoints.get(endpoint)?.passages.length ?? 0) === 0;
  }

  /** How many may be under way to the endpoint at once. */
  mostTo(endpoint: string): number {
    return MAX_PER_ENDPOINT[this.pace(endpoint)];
  }

  /** Whether one more may go to the endpoint. */
  admits(endpoint: string): boolean {
    const known = this.endpoints.get(endpoint);
    const pace = known?.pace ?? 'new';
    if ((known?.passages.length ?? 0) >= MAX_PER_ENDPOINT[pace] || this.size >= this.settings.concurrency * 3)
      return false;
    const { concurrency } = this.settings;
    if (isSlow(pace)) return this.waitedFor < Math.ceil(concurrency / 4);
    if (pace === 'new' && this.underWay.new >= Math.ceil(concurrency / 2)) return false;
    return this.free > 0;
  }

  enter(endpoint: string): Passage {
    const known = this.remember(endpoint);
    const passage = { endpoint, since: this.now() };
    known.passages.push(passage);
    this.underWay[known.pace] += 1;
    return passage;
  }

  /** Ends a passage. `answeredMs` is how long the endpoint took; null when it gave none, undefined when nobody asked it. */
  leave(passage: Passage, answeredMs?: number | null): void {
    const known = this.endpoints.get(passage.endpoint);
    if (known === undefined || !known.end(passage)) return;
    this.underWay[known.pace] -= 1;
    if (answeredMs === undefined) return;
    const tookMs = answeredMs ?? this.now() - passage.since;
    known.averageMs = known.averageMs === undefined ? tookMs : known.averageMs * INERTIA + tookMs * (1 - INERTIA);
    this.turn(known, answeredMs === null ? 'stuck' : answeredMs >= this.settings.slowAfterMs ? 'slow' : 'quick');
  }

  /** Takes endpoints for slow that have kept a delivery waiting for too long already, and answers them. */
  findSlow(): string[] {
    const limit = this.now() - this.settings.slowAfterMs;
    const found: string[] = [];
    for (const [name, known] of this.endpoints) {
      if (isSlow(known.pace) || !known.passages.some(({ since }) => since <= limit)) continue;
      this.turn(known, 'slow');
      found.push(name);
    }
    return found;
  }

  /** How long the nth of those that wait for the endpoint has to wait, as things stand. In milliseconds. */
  waitFor(endpoint: string, n: number): number {
    const known = this.endpoints.get(endpoint);
    const averageMs = known?.averageMs ?? this.settings.slowAfterMs;
    return (n / this.mostTo(endpoint)) * averageMs;
  }

  private turn(known: Endpoint, pace: Pace): void {
    this.underWay[known.pace] -= known.passages.length;
    known.pace = pace;
    this.underWay[pace] += known.passages.length;
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

  /** Looks at the longest known first; one that was used since it was looked at goes behind the others. */
  private forgetOne(): void {
    let left = this.endpoints.size * 2;
    for (const [name, known] of this.endpoints) {
      if (left-- === 0) return;
      this.endpoints.delete(name);
      if (known.passages.length === 0 && !known.usedSince) return;
      known.usedSince = false;
      this.endpoints.set(name, known);
    }
  }
}

function isSlow(pace: Pace): boolean {
  return pace === 'slow' || pace === 'stuck';
}
