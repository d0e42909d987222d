import { spanOf } from '../../platform/database/id-span.js';
import type { DatabaseBackoff } from '../../platform/database/database-backoff.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { WorkUnderWay } from '../../platform/queues/work-under-way.js';
import { endpointOf, type Addressee, type DeliveryBacklog, type DueDelivery } from './delivery-backlog.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { EndpointGate } from './endpoint-gate.js';
import type { Postponed, PutOffDeliveries } from './put-off-deliveries.js';

/** Deliveries kept here per slow endpoint; further ones are postponed, and recalled only as far as there is room. */
const MAX_SLOW = 100;
const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15 * 60_000;
const WRITTEN_AT_ONCE = 1_000;
/** How often it looks for deliveries postponed by workers that are gone, and for how many endpoints. */
const LOOK_EVERY_MS = 10_000;
const ENDPOINTS_A_LOOK = 1_000;

/** The parts of the runner that are used here. */
interface Deliverer {
  readonly backlog: DeliveryBacklog;
  readonly gate: EndpointGate;
  readonly underWay: WorkUnderWay;
  readonly databaseBackoff: DatabaseBackoff;
  readonly hasStopped: () => boolean;
  /** Enqueues due deliveries. */
  readonly take: (refs: readonly WorkRef[]) => void;
}

/** What may be postponed for an endpoint. */
class PutOff {
  /** The first id. */
  from: string | undefined;
  isRecalled = false;

  note(id: string): void {
    this.from = this.from === undefined ? id : spanOf([id, this.from])[0];
  }
}

/**
 * Postpones deliveries that slow endpoints cannot take, and recalls them later, whichever worker postponed them: page by page
 * while the endpoint responds in time, or the next few when it is slow and none is left here to show whether it still is.
 * None is left when another worker has postponed those that were kept here.
 */
export class Postponements {
  private readonly known = new Map<string, PutOff>();
  private lookedUpTo = '0';
  private nextLook = 0;

  constructor(
    private readonly deliveries: Pick<PutOffDeliveries, 'postpone' | 'recall' | 'endpoints'>,
    private readonly deliverer: Deliverer,
    private readonly metrics: Pick<DeliveryMetrics, 'notePostponed'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Whether a slow endpoint has too many deliveries waiting here. */
  mustWait(due: DueDelivery): boolean {
    const { backlog, gate } = this.deliverer;
    return backlog.waitingFor(due) >= MAX_SLOW && gate.isSlow(endpointOf(due));
  }

  /** Postpones the deliveries of an endpoint that has become slow, except the first ones. */
  cut(endpoint: string): void {
    this.putOff(this.deliverer.backlog.cut(endpoint, MAX_SLOW));
  }

  /** Postpones deliveries to their expected turn. While Postgres is away it drops them: they stay due and are found again. */
  putOff(surplus: readonly DueDelivery[]): void {
    const { backlog, gate, underWay, databaseBackoff } = this.deliverer;
    if (databaseBackoff.isOn) return;
    const ahead = new Map<string, number>();
    const postponed = surplus.map((due) => {
      const endpoint = endpointOf(due);
      const n = ahead.get(endpoint) ?? backlog.waitingFor(due);
      ahead.set(endpoint, n + 1);
      return { due, waitMs: Math.max(MIN_WAIT_MS, Math.min(gate.waitFor(endpoint, n), MAX_WAIT_MS)) };
    });
    this.metrics.notePostponed(postponed.length);
    for (let start = 0; start < postponed.length; start += WRITTEN_AT_ONCE) {
      void underWay.track(this.write(postponed.slice(start, start + WRITTEN_AT_ONCE)));
    }
  }

  /** Called when a delivery is no longer in flight. */
  released(delivery: Addressee): void {
    if (this.known.size > 0) this.recall(delivery);
  }

  /** Looks at intervals for deliveries postponed by workers that are gone. */
  async look(): Promise<void> {
    if (performance.now() < this.nextLook) return;
    this.nextLook = performance.now() + LOOK_EVERY_MS;
    const found = await this.deliveries.endpoints(this.lookedUpTo, ENDPOINTS_A_LOOK);
    this.lookedUpTo = found.length < ENDPOINTS_A_LOOK ? '0' : (found.at(-1)?.webhookId ?? '0');
    for (const { environmentId, webhookId, id } of found) {
      this.note({ environmentId, webhookId }, id);
      this.recall({ environmentId, webhookId });
    }
  }

  private async write(postponed: readonly Postponed[]): Promise<void> {
    try {
      await this.deliveries.postpone(postponed);
    } catch (error) {
      this.deliverer.databaseBackoff.after(error);
      this.logger.warn({ event: 'postpone_failed', err: error }, 'they are still due and will be found again');
      return;
    }
    for (const { due } of postponed) this.note(due, due.id);
    // Their endpoint may have responded meanwhile.
    for (const { due } of postponed) this.recall(due);
  }

  /** How many more deliveries may wait here for the endpoint. */
  private wanted(of: Addressee): number {
    const { backlog, gate } = this.deliverer;
    if (!backlog.hasRoomFor(of)) return 0;
    const endpoint = endpointOf(of);
    const waiting = backlog.waitingFor(of);
    if (gate.isSlow(endpoint)) return waiting === 0 && gate.isIdle(endpoint) ? gate.mostTo(endpoint) : 0;
    return waiting < MAX_SLOW / 2 ? MAX_SLOW - waiting : 0;
  }

  /** Recalls a page if there is room, and more after it. */
  private recall(of: Addressee): void {
    const putOff = this.known.get(endpointOf(of));
    const { hasStopped, databaseBackoff } = this.deliverer;
    if (putOff?.from === undefined || putOff.isRecalled || hasStopped() || databaseBackoff.isOn) return;
    const most = this.wanted(of);
    if (most > 0) void this.deliverer.underWay.track(this.recallPage(of, putOff, putOff.from, most));
  }

  private async recallPage(of: Addressee, putOff: PutOff, from: string, most: number): Promise<void> {
    putOff.from = undefined;
    putOff.isRecalled = true;
    try {
      const recalled = await this.deliveries.recall(of.environmentId, of.webhookId, from, most);
      putOff.isRecalled = false;
      if (recalled.length > 0) putOff.note(spanOf(recalled.map(({ id }) => id))[1]);
      else if (putOff.from === undefined) this.known.delete(endpointOf(of));
      this.deliverer.take(recalled);
      this.recall(of);
    } catch (error) {
      this.deliverer.databaseBackoff.after(error);
      this.logger.warn({ event: 'recall_failed', err: error }, 'retried with the next deliveries');
      putOff.isRecalled = false;
      putOff.note(from);
    }
  }

  private note(of: Addressee, id: string): void {
    const endpoint = endpointOf(of);
    const putOff = this.known.get(endpoint) ?? new PutOff();
    this.known.set(endpoint, putOff);
    putOff.note(id);
  }
}
