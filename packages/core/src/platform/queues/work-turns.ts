import { Respite } from '../database/respite.js';
import type { Logger } from '../logger.js';
import { Backlog } from './backlog.js';
import { DueSearch, type DueSource } from './due-search.js';
import type { QueueName, WorkQueues } from './work-queues.js';
import type { WorkRef } from './work-ref.js';
import { WorkUnderWay } from './work-under-way.js';

/** So many rows are worked on at once; the connections to Postgres do not take more. */
const MOST_UNDER_WAY = 64;
/** Those that wait are claimed so many at once, as soon as there is room for so many. */
const MOST_PER_CLAIM = 16;
/** With fewer of them waiting here, whatever else is due is fetched at once, not in the next round. */
const REFILL_BELOW = 5_000;

/**
 * Has rows that are due worked on in turn, by environments: whoever has made thousands at once waits behind their own. What
 * waits here nobody holds yet. The sweeps of all workers find it as well, and all of it if this one is gone.
 */
export class WorkTurns {
  private readonly backlog = new Backlog();
  private readonly search: DueSearch<WorkRef>;
  private readonly groups = new WorkUnderWay();
  private readonly respite = new Respite(() => this.advance());
  private underWay = 0;
  private graceMs = 0;
  private stopped = false;

  constructor(
    private readonly name: QueueName,
    source: DueSource<WorkRef>,
    /** Takes those of the named rows that are due one step further; resolves when that is over. */
    private readonly workOn: (refs: readonly WorkRef[]) => Promise<void>,
    private readonly queues: Pick<WorkQueues, 'ready'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.search = new DueSearch(source, (found) => {
      this.take(found);
      return !this.stopped && !this.backlog.isFull;
    });
  }

  /** Takes notice of rows that are due. What finds no room is left to the sweeper. */
  take(refs: readonly WorkRef[]): void {
    if (this.stopped) return;
    for (const ref of refs) this.backlog.add(ref);
    this.advance();
  }

  /**
   * Finds rows that no queue has brought, and those whose worker is gone. Without Redis nothing brings them: then they are
   * looked for as soon as they are due.
   */
  async sweep(graceMs: number): Promise<void> {
    this.graceMs = graceMs;
    if (this.stopped || this.backlog.isFull) return;
    await this.search.look(this.queues.ready ? graceMs : 0);
  }

  /** Takes nothing more and resolves when all that is under way is over. */
  async drain(): Promise<void> {
    this.stopped = true;
    await this.groups.over();
  }

  private advance(): void {
    if (this.search.hasLeftOff && this.backlog.size < REFILL_BELOW) this.refill();
    while (!this.stopped && !this.respite.isOn && this.underWay + MOST_PER_CLAIM <= MOST_UNDER_WAY) {
      const refs = this.backlog.take(MOST_PER_CLAIM, (ref) => ref);
      if (refs.length === 0) return;
      void this.groups.track(this.work(refs));
    }
  }

  private async work(refs: readonly WorkRef[]): Promise<void> {
    this.underWay += refs.length;
    try {
      await this.workOn(refs);
    } catch (error) {
      this.respite.after(error);
      this.logger.warn({ event: 'claim_failed', work: this.name, err: error }, 'the sweeper finds the rows again');
    }
    this.underWay -= refs.length;
    this.advance();
  }

  private refill(): void {
    this.sweep(this.graceMs).catch((error: unknown) => {
      this.logger.warn({ event: 'refill_failed', work: this.name, err: error }, 'the sweeper looks again');
    });
  }
}
