import { DatabaseBackoff } from '../database/database-backoff.js';
import type { Logger } from '../logger.js';
import { Backlog, type Keeps } from './backlog.js';
import type { QueueName } from './work-queues.js';
import type { WorkRef } from './work-ref.js';
import { WorkUnderWay } from './work-under-way.js';

/** The row is due later, as planned. */
export interface Later {
  readonly kind: 'later';
  readonly afterMs: number;
}

/** The step failed; a job of its own retries it. */
export interface Again {
  readonly kind: 'again';
  readonly afterMs: number;
  /** Why, as a short code without words of others: Redis stores it. */
  readonly code: string;
  /** How often the job may be repeated. */
  readonly attempts: number;
}

/** The row failed for good. */
export interface GivenUp {
  readonly kind: 'given_up';
  readonly code: string;
}

/** How a step ended; undefined when nothing is left to do. */
export type StepEnd = Later | Again | GivenUp | undefined;

/** How a row's turn ended: its step's result, undefined if another worker keeps it, or `fault` for a logged error. */
export type RowEnd = StepEnd | { readonly kind: 'fault' };

/** What is called when the state of a row changes. */
export interface RowWatch {
  /** It waits here no longer: it was claimed, so that Postgres knows who works on it, or is left to others. */
  readonly left?: (ref: WorkRef) => void;
  readonly ended?: (ref: WorkRef, end: RowEnd) => void;
}

/** Limits what is in progress at the same time. */
export interface Slots<Slot> {
  /** Whether so many are free that a claim is worth its cost. */
  readonly hasRoom: boolean;
  take(ref: WorkRef): Slot | undefined;
  free(slot: Slot): void;
}

/** What is done with rows. */
export interface Work<Claimed extends WorkRef, Slot> {
  /** Claims those of the rows that are due and unclaimed, and returns them. */
  claim(refs: readonly WorkRef[]): Promise<readonly Claimed[]>;
  /** Takes a row one step further; resolves when the result is written. */
  step(claimed: Claimed, slot: Slot): Promise<StepEnd>;
}

export interface FairWorkerSettings {
  readonly queue: QueueName;
  /** Rows that arrive during a claim are claimed together after it; a full batch need not wait. */
  readonly maxPerClaim: number;
  readonly maxClaims: number;
  /** The line of a row within its environment; lines take turns. */
  readonly lineOf?: (ref: WorkRef) => string;
}

class Row {
  readonly since = performance.now();

  constructor(
    readonly ref: WorkRef,
    readonly line: string,
    readonly watch: RowWatch,
  ) {}

  get environmentId(): number {
    return this.ref.environmentId;
  }
}

/**
 * Works on rows in turn by environment, so that a busy or slow one only delays itself. Waiting rows are not claimed: if this
 * process dies, others find them.
 */
export class FairWorker<Claimed extends WorkRef, Slot> {
  stopped = false;
  private readonly backlog = new Backlog<Row>();
  /** Waiting rows by id. Ids are unique across environments, but a queue could name a wrong environment. */
  private readonly known = new Map<string, Row>();
  private readonly held = new Set<Row>();
  private readonly underWay = new WorkUnderWay();
  private readonly databaseBackoff = new DatabaseBackoff(() => this.advance());
  private claiming = 0;

  constructor(
    private readonly settings: FairWorkerSettings,
    private readonly work: Work<Claimed, Slot>,
    private readonly slots: Slots<Slot>,
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {}

  /** How many rows wait for their turn. */
  get waiting(): number {
    return this.backlog.size;
  }

  /** All rows that have waited for so long. */
  heldFor(ms: number): WorkRef[] {
    const limit = performance.now() - ms;
    const refs: WorkRef[] = [];
    for (const { ref, since } of this.held) if (since <= limit) refs.push(ref);
    return refs;
  }

  /** Whether claims pause, as Postgres is unavailable. */
  get isPaused(): boolean {
    return this.databaseBackoff.isOn;
  }

  waitingIn(environmentId: number, line: string): number {
    return this.backlog.sizeOf(environmentId, line);
  }

  /** How many lines of the environment wait. */
  linesIn(environmentId: number): number {
    return this.backlog.linesOf(environmentId);
  }

  isWaiting(ref: WorkRef): boolean {
    return this.known.get(ref.id)?.environmentId === ref.environmentId;
  }

  /** Works on rows, and reports on each. A row that waits already is left to its first turn. */
  run(refs: readonly WorkRef[], watch: RowWatch = {}): void {
    for (const ref of refs) {
      if (this.stopped) watch.left?.(ref);
      if (this.stopped || this.isWaiting(ref)) watch.ended?.(ref, undefined);
      else this.enqueue(new Row(ref, this.settings.lineOf?.(ref) ?? '', watch));
    }
    this.advance();
  }

  /** Claims what can be worked on now. Called whenever slots may have become free. */
  advance(): void {
    while (!this.stopped && this.mayClaim()) {
      const taken = this.backlog.take(this.settings.maxPerClaim, (row) => this.take(row));
      if (taken.length === 0) return;
      void this.underWay.track(this.workOn(taken));
    }
  }

  /** Keeps the first `keeps(...)` waiting rows of each line; removes and returns the rest, which is left to others. */
  cut(keeps: Keeps): WorkRef[] {
    const cut = this.backlog.cut(keeps);
    for (const row of cut) this.leave(row);
    return cut.map(({ ref }) => ref);
  }

  /** Leaves waiting rows to others, and resolves when all work in progress is done. */
  async drain(): Promise<void> {
    this.stopped = true;
    this.cut(() => 0);
    await this.underWay.over();
  }

  /** Lets `drain` wait for more work. */
  track(work: Promise<void>): Promise<void> {
    return this.underWay.track(work);
  }

  private enqueue(row: Row): void {
    this.known.set(row.ref.id, row);
    this.held.add(row);
    this.backlog.add(row);
  }

  private mayClaim(): boolean {
    if (this.databaseBackoff.isOn || !this.slots.hasRoom) return false;
    const { maxClaims, maxPerClaim } = this.settings;
    return this.claiming === 0 || (this.claiming < maxClaims && this.backlog.size >= maxPerClaim);
  }

  private take(row: Row): Taken<Slot> | undefined {
    const slot = this.slots.take(row.ref);
    if (slot === undefined) return undefined;
    this.known.delete(row.ref.id);
    return { row, slot };
  }

  private leave(row: Row): void {
    this.known.delete(row.ref.id);
    this.end(row, undefined);
  }

  private async workOn(taken: readonly Taken<Slot>[]): Promise<void> {
    this.claiming += 1;
    const claimed = await this.claim(taken);
    this.claiming -= 1;
    for (const each of taken) {
      const found = claimed?.get(each.row.ref.id);
      if (claimed === undefined) this.release(each, FAULT);
      else if (found?.environmentId === each.row.environmentId) this.begin(found, each);
      else this.release(each, undefined);
    }
    this.advance();
  }

  /** The claimed rows by id; undefined if the claim failed. */
  private async claim(taken: readonly Taken<Slot>[]): Promise<ReadonlyMap<string, Claimed> | undefined> {
    try {
      const claimed = await this.work.claim(taken.map(({ row }) => row.ref));
      return new Map(claimed.map((each) => [each.id, each]));
    } catch (error) {
      this.databaseBackoff.after(error);
      const text = 'could not claim due rows; they stay due and will be found again';
      this.logger.warn({ event: 'claim_failed', work: this.settings.queue, err: error }, text);
      return undefined;
    }
  }

  private begin(claimed: Claimed, taken: Taken<Slot>): void {
    this.letGo(taken.row);
    void this.underWay.track(this.step(claimed, taken));
  }

  private async step(claimed: Claimed, taken: Taken<Slot>): Promise<void> {
    let end: RowEnd;
    try {
      end = await this.work.step(claimed, taken.slot);
    } catch (error) {
      this.logger.error(
        { event: 'step_failed', work: this.settings.queue, id: claimed.id, err: error },
        'a step failed; it will be retried',
      );
      end = FAULT;
    }
    this.release(taken, end);
    this.advance();
  }

  private release({ row, slot }: Taken<Slot>, end: RowEnd): void {
    this.slots.free(slot);
    this.end(row, end);
  }

  private end(row: Row, end: RowEnd): void {
    this.letGo(row);
    row.watch.ended?.(row.ref, end);
  }

  private letGo(row: Row): void {
    if (this.held.delete(row)) row.watch.left?.(row.ref);
  }
}

const FAULT = { kind: 'fault' } as const;

interface Taken<Slot> {
  readonly row: Row;
  readonly slot: Slot;
}
