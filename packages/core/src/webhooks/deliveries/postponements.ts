import { idRangeOf } from '../../platform/database/id-range.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { WorkRunner } from '../../platform/queues/work-runner.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { endpointOf, type EndpointGate, type Passage } from './endpoint-gate.js';
import type { Postponed, PutOffDeliveries } from './put-off-deliveries.js';

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
const WRITE_BATCH = 1_000;
/** How many deliveries of an environment wait here beyond what it takes in a second, and how many of them an endpoint has. */
const MAX_WAITING = 100;
const MIN_SHARE = 10;
/** How often the room that postponed deliveries leave is filled, so that those for others are found behind them. */
const REFILL_EVERY_MS = 500;
/** How many deliveries to an endpoint that responds in time are recalled at once, at most. */
const PAGE = 100;
/** How often it looks for deliveries postponed by workers that are gone, and for how many endpoints. */
const POLL_EVERY_MS = 10_000;
const ENDPOINTS_A_LOOK = 1_000;

type Runner = WorkRunner<WorkRef, Passage>;

/** What postponements need of the runner of deliveries. */
export interface PostponingRunner extends Pick<Runner, 'refill'> {
  readonly turns: Pick<Runner['turns'], 'cut' | 'waitingIn' | 'linesIn' | 'isPaused' | 'stopped' | 'track'>;
  readonly jobs: Pick<Runner['jobs'], 'take'>;
}

/** What may be postponed for an endpoint. */
class PutOff {
  /** The first id. */
  from: string | undefined;
  isRecalled = false;
  /** When the endpoint will have taken what this process has postponed, by its monotonic clock. */
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
 * Postpones deliveries that would wait too long for their endpoint, so that they leave the window of their environment to those
 * for others. Recalls them later, whichever worker postponed them: as many as a slow endpoint has places, page by page while an
 * endpoint responds in time.
 */
export class Postponements {
  private readonly known = new Map<string, PutOff>();
  private readonly turns: PostponingRunner['turns'];
  /** Environments with deliveries that were postponed since the last refill. */
  private readonly relieved = new Set<number>();
  private nextRefill = 0;
  private lookedUpTo = '0';
  private nextPoll = 0;

  constructor(
    private readonly deliveries: Pick<PutOffDeliveries, 'postpone' | 'recall' | 'endpoints'>,
    private readonly runner: PostponingRunner,
    private readonly gate: EndpointGate,
    private readonly metrics: Pick<DeliveryMetrics, 'countPostponed'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.turns = runner.turns;
  }

  /** Postpones all that waits for slow endpoints, and for others what is more than their share. Called every 100 ms. */
  relieve(): void {
    if (this.turns.isPaused) return;
    this.gate.findSlow();
    const surplus = this.turns.cut((environmentId, webhookId) => {
      const endpoint = endpointOf({ environmentId, webhookId });
      return this.gate.isSlow(endpoint) ? 0 : this.shareOf(endpoint, environmentId);
    });
    if (surplus.length > 0) this.postpone(surplus);
    if (this.relieved.size > 0 && performance.now() >= this.nextRefill) void this.turns.track(this.refill());
  }

  /** Called when a delivery to the endpoint is no longer in flight. */
  released(endpoint: string): void {
    if (this.known.size > 0) this.recall(endpoint);
  }

  /** Looks at intervals for deliveries postponed by workers that are gone. */
  async poll(): Promise<void> {
    if (performance.now() < this.nextPoll || this.turns.stopped) return;
    this.nextPoll = performance.now() + POLL_EVERY_MS;
    const found = await this.deliveries.endpoints(this.lookedUpTo, ENDPOINTS_A_LOOK);
    this.lookedUpTo = found.length < ENDPOINTS_A_LOOK ? '0' : (found.at(-1)?.webhookId ?? '0');
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

  private postpone(surplus: readonly WorkRef[]): void {
    const postponed = surplus.map((due) => {
      const endpoint = endpointOf(due);
      const eachMs = this.gate.msEach(endpoint);
      const waitMs = this.at(endpoint).book(
        this.turns.waitingIn(due.environmentId, due.webhookId ?? '') * eachMs,
        eachMs,
      );
      return { due, waitMs: Math.max(MIN_WAIT_MS, Math.min(waitMs, MAX_WAIT_MS)) };
    });
    this.metrics.countPostponed(postponed.length);
    for (let start = 0; start < postponed.length; start += WRITE_BATCH) {
      void this.turns.track(this.write(postponed.slice(start, start + WRITE_BATCH)));
    }
  }

  private async write(postponed: readonly Postponed[]): Promise<void> {
    try {
      await this.deliveries.postpone(postponed);
    } catch (error) {
      this.logger.warn(
        { event: 'postpone_failed', err: error },
        'could not defer deliveries to a busy endpoint; they stay due',
      );
      return;
    }
    const endpoints = new Set(postponed.map(({ due }) => endpointOf(due)));
    for (const { due } of postponed) this.at(endpointOf(due)).lowerFrom(due.id);
    // Their endpoint may have responded meanwhile.
    for (const endpoint of endpoints) this.recall(endpoint);
    for (const { due } of postponed) this.relieved.add(due.environmentId);
  }

  /**
   * How many deliveries may wait for an endpoint that responds in time, so that those for others find room in the window. What it
   * takes before they would be due again, a second later, is not worth postponing.
   */
  private shareOf(endpoint: string, environmentId: number): number {
    const lines = Math.max(1, this.turns.linesIn(environmentId));
    const share = Math.max(MIN_SHARE, Math.floor(MAX_WAITING / lines));
    return Math.max(share, this.gate.takesInSecond(endpoint, lines));
  }

  /** How many more deliveries may wait here for the endpoint. */
  private wanted(endpoint: string): number {
    if (!this.gate.admits(endpoint)) return 0;
    const { environmentId, webhookId } = addresseeOf(endpoint);
    const waiting = this.turns.waitingIn(environmentId, webhookId);
    if (this.gate.pace(endpoint) !== 'quick') return this.gate.roomTo(endpoint) - waiting;
    // Half of its share: the share shrinks when other endpoints begin to wait, and what is recalled should stay.
    const page = Math.min(PAGE, Math.ceil(this.shareOf(endpoint, environmentId) / 2));
    return waiting < page / 2 ? page - waiting : 0;
  }

  /** Recalls a page if there is room, and more after it. */
  private recall(endpoint: string): void {
    const putOff = this.known.get(endpoint);
    if (putOff?.from === undefined || putOff.isRecalled || this.turns.stopped || this.turns.isPaused) return;
    const most = this.wanted(endpoint);
    if (most > 0) void this.turns.track(this.recallPage(endpoint, putOff, putOff.from, most));
  }

  private async recallPage(endpoint: string, putOff: PutOff, from: string, most: number): Promise<void> {
    const { environmentId, webhookId } = addresseeOf(endpoint);
    putOff.from = undefined;
    putOff.isRecalled = true;
    try {
      const recalled = await this.deliveries.recall(environmentId, webhookId, from, most);
      putOff.isRecalled = false;
      if (recalled.length > 0) putOff.lowerFrom(idRangeOf(recalled.map(({ id }) => id))[1]);
      else if (putOff.from === undefined) this.known.delete(endpoint);
      this.runner.jobs.take(recalled);
      this.recall(endpoint);
    } catch (error) {
      this.logger.warn({ event: 'recall_failed', err: error }, 'could not recall deferred deliveries; will retry');
      putOff.isRecalled = false;
      putOff.lowerFrom(from);
    }
  }

  private at(endpoint: string): PutOff {
    const known = this.known.get(endpoint) ?? new PutOff();
    this.known.set(endpoint, known);
    return known;
  }
}

function addresseeOf(endpoint: string): { environmentId: number; webhookId: string } {
  const [environmentId, webhookId = ''] = endpoint.split('-');
  return { environmentId: Number(environmentId), webhookId };
}
