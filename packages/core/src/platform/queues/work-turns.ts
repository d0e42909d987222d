import { DatabaseBackoff } from '../database/database-backoff.js';
import type { Logger } from '../logger.js';
import { Backlog } from './backlog.js';
import { DueSearch, type DueSource } from './due-search.js';
import { Shares } from './shares.js';
import type { QueueName, WorkQueues } from './work-queues.js';
import type { WorkRef } from './work-ref.js';
import { WorkUnderWay } from './work-under-way.js';

/** Rows that arrive during a claim are claimed together after it; a full batch need not wait. */
const MAX_PER_CLAIM = 50;
const MAX_CLAIMS = 2;
/** With fewer rows waiting, the next page of due rows is fetched at once instead of at the next sweep. */
const REFILL_BELOW = 5_000;

/** Claims due rows, each for one worker at a time. */
export interface Claims<Claimed extends WorkRef> extends DueSource<WorkRef> {
  /** Claims those of the rows that are due and unclaimed, and returns them. */
  claim(refs: readonly WorkRef[]): Promise<readonly Claimed[]>;
}

export interface Work<Claimed extends WorkRef> {
  /** Takes a row one step further; resolves when the result is written. */
  step(claimed: Claimed): Promise<void>;
}

/**
 * Processes due rows in turn by environment, so that a busy or slow one only delays itself. Waiting rows are not
 * claimed: the sweeps of all workers find them if this process dies.
 */
export class WorkTurns<Claimed extends WorkRef> {
  private readonly backlog = new Backlog();
  private readonly shares = new Shares();
  private readonly search: DueSearch<WorkRef>;
  private readonly started = new WorkUnderWay();
  private readonly databaseBackoff = new DatabaseBackoff(() => this.advance());
  private claiming = 0;
  private graceMs = 0;
  private stopped = false;

  constructor(
    private readonly name: QueueName,
    private readonly claims: Claims<Claimed>,
    private readonly work: Work<Claimed>,
    private readonly queues: Pick<WorkQueues, 'ready'>,
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {
    this.search = new DueSearch(claims, (found) => {
      this.take(found);
      return !this.stopped && !this.backlog.isFull;
    });
  }

  /** Enqueues due rows. The background task finds those that do not fit. */
  take(refs: readonly WorkRef[]): void {
    if (this.stopped) return;
    for (const ref of refs) this.backlog.add(ref);
    this.advance();
  }

  /** Finds rows that no queue has announced, or whose worker died; without Redis, as soon as they are due. */
  async sweep(graceMs: number): Promise<void> {
    this.graceMs = graceMs;
    if (this.stopped || this.backlog.isFull) return;
    await this.search.look(this.queues.ready ? graceMs : 0);
  }

  /** Takes no more rows and resolves when all work in progress is done. */
  async drain(): Promise<void> {
    this.stopped = true;
    await this.started.over();
  }

  private advance(): void {
    if (this.search.hasLeftOff && this.backlog.size < REFILL_BELOW) this.refill();
    while (!this.stopped && this.mayClaim()) {
      const refs = this.backlog.take(MAX_PER_CLAIM, (ref) => this.enter(ref));
      if (refs.length === 0) return;
      void this.started.track(this.workOn(refs));
    }
  }

  private mayClaim(): boolean {
    if (this.databaseBackoff.isOn) return false;
    return this.claiming === 0 || (this.claiming < MAX_CLAIMS && this.backlog.size >= MAX_PER_CLAIM);
  }

  private enter(ref: WorkRef): WorkRef | undefined {
    if (!this.shares.admits(ref.environmentId)) return undefined;
    this.shares.enter(ref.environmentId);
    return ref;
  }

  private async workOn(refs: readonly WorkRef[]): Promise<void> {
    this.claiming += 1;
    const claimed = await this.claim(refs);
    this.claiming -= 1;
    for (const row of claimed) void this.started.track(this.step(row));
    this.advance();
  }

  private async claim(refs: readonly WorkRef[]): Promise<readonly Claimed[]> {
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await this.claims.claim(refs);
    } catch (error) {
      this.databaseBackoff.after(error);
      this.logger.warn(
        { event: 'claim_failed', work: this.name, err: error },
        'the background task finds the rows again',
      );
    }
    for (const { environmentId } of refs) this.shares.leave(environmentId);
    for (const { environmentId } of claimed) this.shares.enter(environmentId);
    return claimed;
  }

  private async step(row: Claimed): Promise<void> {
    try {
      await this.work.step(row);
    } catch (error) {
      this.logger.error(
        { event: 'step_failed', work: this.name, id: row.id, err: error },
        'the background task retries the step',
      );
    }
    this.shares.leave(row.environmentId);
    this.advance();
  }

  private refill(): void {
    this.sweep(this.graceMs).catch((error: unknown) => {
      this.logger.warn({ event: 'refill_failed', work: this.name, err: error }, 'the background task retries');
    });
  }
}
