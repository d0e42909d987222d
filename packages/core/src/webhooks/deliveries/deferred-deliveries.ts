import { idRangeOf } from '../../platform/database/id-range.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { WorkRunner } from '../../platform/queues/work-runner.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { endpointOf, type EndpointConcurrency, type Slot } from './endpoint-concurrency.js';
import type { Deferred, DeferredDeliveryStore } from './deferred-delivery-store.js';

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
const WRITE_BATCH = 1_000;
/** How many deliveries of an environment wait here beyond what it takes in a second, and how many of them an endpoint has. */
const MAX_WAITING = 100;
const MIN_SHARE = 10;
/** How often the room that deferred deliveries leave is filled, so that those for others are found behind them. */
const REFILL_EVERY_MS = 500;
/** How many deliveries to an endpoint that responds in time are recalled at once, at most. */
const PAGE = 100;
/** How often it looks for deliveries deferred by workers that are gone, and for how many endpoints. */
const POLL_EVERY_MS = 10_000;
const ENDPOINTS_PER_POLL = 1_000;

type Runner = WorkRunner<WorkRef, Slot>;

/** What DeferredDeliveries needs of the runner. */
export interface DeferringRunner extends Pick<Runner, 'refill'> {
  readonly worker: Pick<Runner['worker'], 'cut' | 'waitingIn' | 'linesIn' | 'isPaused' | 'stopped' | 'track'>;
  readonly jobs: Pick<Runner['jobs'], 'take'>;
}

/** What may be deferred for an endpoint. */
class EndpointDeferrals {
  /** The first id. */
  from: string | undefined;
  isRecalled = false;
  /** When the endpoint will have taken what this process has deferred, by its monotonic clock. */
  private bookedUntil = 0;

  /** Books `eachMs` of the endpoint's time, behind all before. Returns when it begins, in milliseconds from now. */
  book(aheadMs: number, eachMs: number): number {
    const now = performance.now();
    const begin = Math.max(now + aheadMs, this.bookedUntil);
    this.bookedUntil = Math.min(begin + eachMs, now + MAX_WAIT_MS);
    return begin - now;
  }

  lowerFrom(id: string): void {
    this.from = this.from === undefined ? id : idRangeOf([id, this.from])[0];
  }
}

/**
 * Defers deliveries that would wait too long for their endpoint, so that they leave the window of their environment to those
 * for others. Recalls them later, whichever worker deferred them: as many as a slow endpoint has places, page by page while an
 * endpoint responds in time.
 */
export class DeferredDeliveries {
  private readonly known = new Map<string, EndpointDeferrals>();
  private readonly worker: DeferringRunner['worker'];
  /** Environments with deliveries that were deferred since the last refill. */
  private readonly relieved = new Set<number>();
  private nextRefill = 0;
  private polledUpTo = '0';
  private nextPoll = 0;

  constructor(
    private readonly deliveries: Pick<DeferredDeliveryStore, 'defer' | 'recall' | 'endpoints'>,
    private readonly runner: DeferringRunner,
    private readonly endpoints: EndpointConcurrency,
    private readonly metrics: Pick<DeliveryMetrics, 'countDeferred'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.worker = runner.worker;
  }

  /** Defers all that waits for slow endpoints, and for others what is more than their share. Called every 100 ms. */
  relieve(): void {
    if (this.worker.isPaused) return;
    this.endpoints.findSlow();
    const surplus = this.worker.cut((environmentId, webhookId) => {
      const endpoint = endpointOf({ environmentId, webhookId });
      return this.endpoints.isSlow(endpoint) ? 0 : this.shareOf(endpoint, environmentId);
    });
    if (surplus.length > 0) this.defer(surplus);
    if (this.relieved.size > 0 && performance.now() >= this.nextRefill) void this.worker.track(this.refill());
  }

  /** Called when a delivery to the endpoint is no longer in flight. */
  released(endpoint: string): void {
    if (this.known.size > 0) this.recall(endpoint);
  }

  /** Looks at intervals for deliveries deferred by workers that are gone. */
  async poll(): Promise<void> {
    if (performance.now() < this.nextPoll || this.worker.stopped) return;
    this.nextPoll = performance.now() + POLL_EVERY_MS;
    const found = await this.deliveries.endpoints(this.polledUpTo, ENDPOINTS_PER_POLL);
    this.polledUpTo = found.length < ENDPOINTS_PER_POLL ? '0' : (found.at(-1)?.webhookId ?? '0');
    for (const due of found) {
      this.at(endpointOf(due)).lowerFrom(due.id);
      this.recall(endpointOf(due));
    }
  }

  private async refill(): Promise<void> {
    this.nextRefill = Infinity;
    const environments = [...this.relieved];
    this.relieved.clear();
    for (const environmentId of environments) await this.runner.refill(environmentId).catch(() => {});
    this.nextRefill = performance.now() + REFILL_EVERY_MS;
  }

  private defer(surplus: readonly WorkRef[]): void {
    const deferred = surplus.map((due) => {
      const endpoint = endpointOf(due);
      const eachMs = this.endpoints.msEach(endpoint);
      const waitMs = this.at(endpoint).book(
        this.worker.waitingIn(due.environmentId, due.webhookId ?? '') * eachMs,
        eachMs,
      );
      return { due, waitMs: Math.max(MIN_WAIT_MS, Math.min(waitMs, MAX_WAIT_MS)) };
    });
    this.metrics.countDeferred(deferred.length);
    for (let start = 0; start < deferred.length; start += WRITE_BATCH) {
      void this.worker.track(this.write(deferred.slice(start, start + WRITE_BATCH)));
    }
  }

  private async write(deferred: readonly Deferred[]): Promise<void> {
    try {
      await this.deliveries.defer(deferred);
    } catch (error) {
      this.logger.warn(
        { event: 'defer_failed', work: 'deliveries', err: error },
        'could not defer deliveries to a busy endpoint; they stay due',
      );
      return;
    }
    const endpoints = new Set(deferred.map(({ due }) => endpointOf(due)));
    for (const { due } of deferred) this.at(endpointOf(due)).lowerFrom(due.id);
    // Their endpoint may have responded meanwhile.
    for (const endpoint of endpoints) this.recall(endpoint);
    for (const { due } of deferred) this.relieved.add(due.environmentId);
  }

  /**
   * How many deliveries may wait for an endpoint that responds in time, so that those for others find room in the window. What it
   * takes before they would be due again, a second later, is not worth deferring.
   */
  private shareOf(endpoint: string, environmentId: number): number {
    const lines = Math.max(1, this.worker.linesIn(environmentId));
    const share = Math.max(MIN_SHARE, Math.floor(MAX_WAITING / lines));
    return Math.max(share, this.endpoints.takesInSecond(endpoint, lines));
  }

  /** How many more deliveries may wait here for the endpoint. */
  private wanted(endpoint: string): number {
    if (!this.endpoints.admits(endpoint)) return 0;
    const { environmentId, webhookId } = endpointRef(endpoint);
    const waiting = this.worker.waitingIn(environmentId, webhookId);
    if (this.endpoints.pace(endpoint) !== 'quick') return this.endpoints.roomTo(endpoint) - waiting;
    // Half of its share: the share shrinks when other endpoints begin to wait, and what is recalled should stay.
    const page = Math.min(PAGE, Math.ceil(this.shareOf(endpoint, environmentId) / 2));
    return waiting < page / 2 ? page - waiting : 0;
  }

  /** Recalls a page if there is room, and more after it. */
  private recall(endpoint: string): void {
    const deferrals = this.known.get(endpoint);
    if (deferrals?.from === undefined || deferrals.isRecalled || this.worker.stopped || this.worker.isPaused) return;
    const most = this.wanted(endpoint);
    if (most > 0) void this.worker.track(this.recallPage(endpoint, deferrals, deferrals.from, most));
  }

  private async recallPage(endpoint: string, deferrals: EndpointDeferrals, from: string, most: number): Promise<void> {
    const { environmentId, webhookId } = endpointRef(endpoint);
    deferrals.from = undefined;
    deferrals.isRecalled = true;
    try {
      const recalled = await this.deliveries.recall(environmentId, webhookId, from, most);
      deferrals.isRecalled = false;
      if (recalled.length > 0) deferrals.lowerFrom(idRangeOf(recalled.map(({ id }) => id))[1]);
      else if (deferrals.from === undefined) this.known.delete(endpoint);
      this.runner.jobs.take(recalled);
      this.recall(endpoint);
    } catch (error) {
      this.logger.warn({ event: 'recall_failed', err: error }, 'could not recall deferred deliveries; will retry');
      deferrals.isRecalled = false;
      deferrals.lowerFrom(from);
    }
  }

  private at(endpoint: string): EndpointDeferrals {
    const known = this.known.get(endpoint) ?? new EndpointDeferrals();
    this.known.set(endpoint, known);
    return known;
  }
}

function endpointRef(endpoint: string): { environmentId: number; webhookId: string } {
  const [environmentId, webhookId = ''] = endpoint.split('-');
  return { environmentId: Number(environmentId), webhookId };
}
