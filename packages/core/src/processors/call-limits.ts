import type { ProcessorRegistry } from './processor-registry.js';

/** The first pause after a processor asked for fewer calls. It doubles each time. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** The weight of the past in the moving average. */
const AVERAGE_DECAY = 0.8;
/** How long a call takes, until one is over. */
const FIRST_GUESS_MS = 1_000;
/** The longest wait of a deferred row, even if the processor is slower. */
const MAX_WAIT_MS = 60_000;
const MIN_WAIT_MS = 500;

/** A call that was made. */
export interface EndedCall {
  readonly tookMs: number;
  /** Whether the processor took the call or asked for fewer of them; undefined if neither is known. */
  readonly answer?: 'accepted' | 'refused' | undefined;
}

/** The calls to one processor. */
class CallWindow {
  inProgress = 0;
  averageMs = FIRST_GUESS_MS;
  pausedUntil = 0;
  /** How many pauses followed each other. */
  pauses = 0;
  /** When the last deferred row is due. */
  reservedUntil = 0;

  constructor(public limit: number) {}
}

/**
 * Limits the calls of a worker to each processor, so that a slow one keeps nobody else's payments waiting. One that asks for
 * fewer calls gets none for a while, then half as many, and one more after each call that it accepts.
 */
export class CallLimits {
  private readonly windows = new Map<string, CallWindow>();
  private readonly runners: (() => void)[] = [];

  constructor(
    /** Calls in progress at one processor. */
    private readonly concurrency: number,
    /** Calls that go over no network are not limited. */
    private readonly processors: Pick<ProcessorRegistry, 'isRemote'>,
    /** A monotonic clock, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How many rows of an environment may wait in this process for a processor without room. */
  get maxWaiting(): number {
    return this.concurrency;
  }

  isLimited(processor: string | undefined): processor is string {
    return processor !== undefined && this.processors.isRemote(processor);
  }

  /** Whether another call may be made. */
  admits(processor: string): boolean {
    const window = this.windows.get(processor);
    return window === undefined || (window.inProgress < window.limit && window.pausedUntil <= this.now());
  }

  enter(processor: string): void {
    this.window(processor).inProgress += 1;
  }

  /** Ends a call; undefined if none was made. */
  leave(processor: string, ended?: EndedCall): void {
    const window = this.window(processor);
    // Before the answer changes the limit: rows wait because of the old one.
    const wasFull = window.inProgress >= window.limit;
    window.inProgress -= 1;
    if (ended !== undefined) window.averageMs = window.averageMs * AVERAGE_DECAY + ended.tookMs * (1 - AVERAGE_DECAY);
    if (ended?.answer === 'accepted') this.widen(window);
    if (ended?.answer === 'refused') this.pause(window);
    if (this.isUnused(window)) this.windows.delete(processor);
    if (wasFull) this.advance();
  }

  /** When the next row that does not fit should be tried, in milliseconds from now. Each call reserves a place. */
  reserveWait(processor: string): number {
    const window = this.window(processor);
    const now = this.now();
    const eachMs = window.averageMs / window.limit;
    const first = Math.max(now, window.pausedUntil) + this.maxWaiting * eachMs;
    // Bounded, since rows come back and reserve another place: a quick processor must not stay booked for long.
    window.reservedUntil = Math.min(Math.max(first, window.reservedUntil + eachMs), now + MAX_WAIT_MS);
    const waitMs = Math.max(MIN_WAIT_MS, window.reservedUntil - now);
    // Those at the maximum must not all come back at the same time.
    return Math.round(waitMs < MAX_WAIT_MS ? waitMs : MAX_WAIT_MS * (0.5 + Math.random() / 2));
  }

  /** `advance` is called when there may be room again. Runners take turns to be first. */
  onRoom(advance: () => void): void {
    this.runners.push(advance);
  }

  private advance(): void {
    const first = this.runners.shift();
    if (first === undefined) return;
    this.runners.push(first);
    first();
    for (const advance of this.runners) if (advance !== first) advance();
  }

  private widen(window: CallWindow): void {
    if (window.pausedUntil > this.now()) return;
    window.pauses = 0;
    window.limit = Math.min(window.limit + 1, this.concurrency);
  }

  /** The calls in progress may all have the same answer: they count once. */
  private pause(window: CallWindow): void {
    if (window.pausedUntil > this.now()) return;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** window.pauses, MAX_PAUSE_MS);
    window.pausedUntil = this.now() + pauseMs;
    window.pauses += 1;
    window.limit = Math.max(1, Math.floor(window.limit / 2));
    // No call ends during a pause without calls, so nothing else would wake the rows that wait.
    this.advanceAfterPause(window, pauseMs);
  }

  /** Timers may fire a little early. */
  private advanceAfterPause(window: CallWindow, waitMs: number): void {
    setTimeout(() => {
      const remainingMs = window.pausedUntil - this.now();
      if (remainingMs > 0) this.advanceAfterPause(window, Math.ceil(remainingMs));
      else this.advance();
    }, waitMs).unref();
  }

  private isUnused({ inProgress, pauses, limit, reservedUntil }: CallWindow): boolean {
    return inProgress === 0 && pauses === 0 && limit === this.concurrency && reservedUntil <= this.now();
  }

  private window(processor: string): CallWindow {
    const known = this.windows.get(processor);
    if (known !== undefined) return known;
    const window = new CallWindow(this.concurrency);
    this.windows.set(processor, window);
    return window;
  }
}
