import type { ProcessorRegistry } from './processor-registry.js';

/** A connection that asks for fewer calls is left alone for this time at first, and for twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** The weight of the past in the moving average. */
const INERTIA = 0.8;
/** How long a call takes, until one is over. */
const FIRST_GUESS_MS = 1_000;
/** Rows that wait for a processor are tried again this late, even if it has become quick meanwhile. */
const MAX_WAIT_MS = 60_000;
const MIN_WAIT_MS = 500;

/** The calls to one processor. */
class Line {
  inProgress = 0;
  averageMs = FIRST_GUESS_MS;
  pausedUntil = 0;
  /** How many pauses followed each other. */
  pauses = 0;
  /** The place of the last row that waits elsewhere, as the time when it is due. */
  bookedUntil = 0;

  constructor(public most: number) {}
}

/**
 * Limits the calls of a worker to each processor, so that a slow one keeps nobody else's payments waiting. One that asks for
 * fewer calls gets none for a while, then half as many, and one more after each call that it accepts.
 */
export class CallLimits {
  private readonly lines = new Map<string, Line>();
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
    const line = this.lines.get(processor);
    return line === undefined || (line.inProgress < line.most && line.pausedUntil <= this.now());
  }

  enter(processor: string): void {
    this.line(processor).inProgress += 1;
  }

  /** Ends a call; undefined if none was made. */
  leave(processor: string, tookMs: number | undefined): void {
    const line = this.line(processor);
    const wasFull = line.inProgress >= line.most;
    line.inProgress -= 1;
    if (tookMs !== undefined) line.averageMs = line.averageMs * INERTIA + tookMs * (1 - INERTIA);
    if (this.isUnused(line)) this.lines.delete(processor);
    if (wasFull) this.advance();
  }

  /** Notes that the processor took a call. */
  accepted(processor: string): void {
    const line = this.lines.get(processor);
    if (line === undefined || line.pausedUntil > this.now()) return;
    line.pauses = 0;
    line.most = Math.min(line.most + 1, this.concurrency);
  }

  /** Notes that the processor asked for fewer calls. The calls in progress may all say so: they count once. */
  refused(processor: string): void {
    const line = this.line(processor);
    if (line.pausedUntil > this.now()) return;
    line.pausedUntil = this.now() + Math.min(FIRST_PAUSE_MS * 2 ** line.pauses, MAX_PAUSE_MS);
    line.pauses += 1;
    line.most = Math.max(1, Math.floor(line.most / 2));
  }

  /** When the next row that does not fit should be tried, in milliseconds from now. Each call books a place. */
  bookWait(processor: string): number {
    const line = this.line(processor);
    const now = this.now();
    const eachMs = line.averageMs / line.most;
    const first = Math.max(now, line.pausedUntil) + this.maxWaiting * eachMs;
    line.bookedUntil = Math.max(first, line.bookedUntil + eachMs);
    const waitMs = Math.max(MIN_WAIT_MS, line.bookedUntil - now);
    // Those beyond the maximum must not all come back at the same time.
    return Math.round(waitMs <= MAX_WAIT_MS ? waitMs : MAX_WAIT_MS * (0.5 + Math.random() / 2));
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

  private isUnused({ inProgress, pauses, most, bookedUntil }: Line): boolean {
    return inProgress === 0 && pauses === 0 && most === this.concurrency && bookedUntil <= this.now();
  }

  private line(processor: string): Line {
    const known = this.lines.get(processor);
    if (known !== undefined) return known;
    const line = new Line(this.concurrency);
    this.lines.set(processor, line);
    return line;
  }
}
