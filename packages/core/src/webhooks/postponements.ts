import { spanOf } from '../platform/database/id-span.js';
import type { Logger } from '../platform/logger.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { endpointOf, type DeliveryBacklog, type DueDelivery } from './delivery-backlog.js';
import type { DeliveryClaims, Postponed } from './delivery-claims.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { EndpointGate } from './endpoint-gate.js';
import type { WorkUnderWay } from './work-under-way.js';

/** So many wait here for a slow endpoint; those behind them are put off. */
const MOST_FOR_SLOW = 100;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const AT_ONCE = 1_000;

/** Who makes the deliveries. */
interface Deliverer {
  readonly backlog: DeliveryBacklog;
  readonly gate: EndpointGate;
  readonly underWay: WorkUnderWay;
  readonly hasStopped: () => boolean;
  /** Takes notice of deliveries that are due. */
  readonly take: (refs: readonly WorkRef[]) => void;
}

/**
 * Puts off in Postgres what slow endpoints cannot take yet, and recalls it: all of it, whoever put it off, when the
 * endpoint answers in time, and the next few when nothing is left here that would show whether it does. That happens where
 * another worker, or a look at what is due, has put off those that were kept here for it.
 */
export class Postponements {
  /** From which id on deliveries may be found that were put off here, by endpoint. */
  private readonly from = new Map<string, string>();

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly deliverer: Deliverer,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: Logger,
  ) {}

  /** Whether a delivery is behind more than a slow endpoint may have waiting here. */
  mustWait(due: DueDelivery): boolean {
    const { backlog, gate } = this.deliverer;
    return backlog.waitingFor(due) >= MOST_FOR_SLOW && gate.isSlow(endpointOf(due));
  }

  /** Puts off what waits here for an endpoint that turns out to be slow, but for the first of it. */
  cut(endpoint: string): void {
    this.putOff(this.deliverer.backlog.cut(endpoint, MOST_FOR_SLOW));
  }

  /** Puts deliveries off until each may expect its turn, behind those that wait here. */
  putOff(surplus: readonly DueDelivery[]): void {
    const { backlog, gate, underWay } = this.deliverer;
    const ahead = new Map<string, number>();
    const postponed = surplus.map((due) => {
      const endpoint = endpointOf(due);
      const n = ahead.get(endpoint) ?? backlog.waitingFor(due);
      ahead.set(endpoint, n + 1);
      return { due, waitMs: Math.max(SHORTEST_WAIT_MS, Math.min(gate.waitFor(endpoint, n), LONGEST_WAIT_MS)) };
    });
    this.metrics.notePostponed(postponed.length);
    for (let start = 0; start < postponed.length; start += AT_ONCE) {
      void underWay.track(this.write(postponed.slice(start, start + AT_ONCE)));
    }
  }

  /** A delivery that was let through has come back; the endpoint has `recovered` as the gate tells it. */
  cameBack(delivery: DueDelivery, recovered: boolean): void {
    if (recovered) void this.deliverer.underWay.track(this.recallAll(delivery));
    else if (this.from.size > 0 && this.isForgotten(delivery)) this.recallNext(delivery);
  }

  private async write(postponed: readonly Postponed[]): Promise<void> {
    try {
      await this.claims.postpone(postponed);
    } catch (error) {
      this.logger.warn({ event: 'postpone_failed', err: error }, 'they are due still, and found again');
      return;
    }
    const endpoints = new Map<string, DueDelivery>();
    for (const { due } of postponed) {
      endpoints.set(endpointOf(due), due);
      this.note(due, due.id);
    }
    for (const [endpoint, one] of endpoints) {
      // It may have answered meanwhile, and what was not written yet was not recalled.
      if (!this.deliverer.gate.isSlow(endpoint)) await this.recallAll(one);
      else if (this.isForgotten(one)) this.recallNext(one);
    }
  }

  /** Whether deliveries to the endpoint were put off here, and none is left that would show whether it answers again. */
  private isForgotten(of: DueDelivery): boolean {
    const { backlog, gate } = this.deliverer;
    const endpoint = endpointOf(of);
    return this.from.has(endpoint) && gate.isIdle(endpoint) && backlog.waitingFor(of) === 0;
  }

  private async recallAll(of: DueDelivery): Promise<void> {
    this.from.delete(endpointOf(of));
    let recalled: readonly DueDelivery[];
    do recalled = await this.recall(of, '0', AT_ONCE);
    while (recalled.length === AT_ONCE && !this.deliverer.hasStopped());
  }

  /** Recalls as many as may be under way to the endpoint at once. */
  private recallNext(of: DueDelivery): void {
    const { gate, hasStopped, underWay } = this.deliverer;
    const endpoint = endpointOf(of);
    const from = this.from.get(endpoint);
    if (from === undefined || hasStopped()) return;
    this.from.delete(endpoint);
    void underWay.track(this.recallSome(of, from, gate.mostTo(endpoint)));
  }

  private async recallSome(of: DueDelivery, from: string, most: number): Promise<void> {
    const recalled = await this.recall(of, from, most);
    if (recalled.length === most) this.note(of, spanOf(recalled.map(({ id }) => id))[1]);
  }

  private async recall(of: DueDelivery, from: string, most: number): Promise<readonly DueDelivery[]> {
    try {
      const recalled = await this.claims.recall(of.environmentId, of.webhookId, from, most);
      this.deliverer.take(recalled);
      return recalled;
    } catch (error) {
      this.logger.warn({ event: 'recall_failed', err: error }, 'they go out when their wait is over');
      // Or sooner: whatever comes back from the endpoint next has it tried again.
      this.note(of, from);
      return [];
    }
  }

  private note(of: DueDelivery, id: string): void {
    const endpoint = endpointOf(of);
    this.from.set(endpoint, spanOf([id, this.from.get(endpoint) ?? id])[0]);
  }
}
