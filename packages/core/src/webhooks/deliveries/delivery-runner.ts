import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../../platform/database/database-away.js';
import { DatabaseBackoff } from '../../platform/database/database-backoff.js';
import { MasterKeyMissing } from '../../platform/crypto/envelope.js';
import { toPublicId } from '../../platform/ids.js';
import type { Logger } from '../../platform/logger.js';
import { DueSearch } from '../../platform/queues/due-search.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { WorkUnderWay } from '../../platform/queues/work-under-way.js';
import { type Tracing, traceId } from '../../platform/tracing/trace.js';
import { attemptRecord } from './attempt-record.js';
import { DeliveryBacklog, endpointOf, type DueDelivery } from './delivery-backlog.js';
import type { ClaimedDelivery, DeliveryClaims } from './delivery-claims.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { DeliveryOutcomes, Verdict } from './delivery-outcomes.js';
import { attemptSpan } from './delivery-span.js';
import { EndpointGate, type Passage } from './endpoint-gate.js';
import { Postponements } from './postponements.js';
import type { PutOffDeliveries } from './put-off-deliveries.js';
import type { SendOutcome, WebhookSender } from '../sending/sender.js';
import { signDelivery } from '../sending/signature.js';
import { type RetryDelays, verdictOn } from './backoff.js';
import type { WebhookSecrets } from '../endpoints/webhook-secrets.js';

export interface DeliverySettings {
  readonly retryDelays: RetryDelays;
  /** Deliveries in flight at the same time, except those to slow endpoints. */
  readonly concurrency: number;
  /** Timeout of an attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Lease of a claimed delivery, in milliseconds. */
  readonly leaseMs: number;
}

/** An endpoint that takes a sixth of the timeout is slow. */
const SLOW_SHARE = 1 / 6;
/** Deliveries per claim, and concurrent claims. */
const MAX_PER_CLAIM = 200;
const MAX_CLAIMS = 3;
const MIN_FREE_SHARE = 1 / 4;
/** How often it checks for endpoints that keep deliveries waiting for too long. */
const LOOK_EVERY_MS = 250;
/** With fewer deliveries waiting, the next page is fetched at once instead of in the next round. */
const REFILL_BELOW = 5_000;
/** While Postgres is away, an outcome is retried at this interval until its lease ends. */
const WRITE_AGAIN_MS = 500;

export interface DeliveryRunnerDependencies {
  readonly claims: DeliveryClaims;
  readonly putOff: PutOffDeliveries;
  readonly outcomes: DeliveryOutcomes;
  readonly sender: WebhookSender;
  readonly secrets: WebhookSecrets;
  readonly queues: WorkQueues;
  readonly settings: DeliverySettings;
  readonly metrics: DeliveryMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

/** Sends deliveries: claims due ones in turn, POSTs the stored bytes and records the outcomes. */
export class DeliveryRunner {
  private readonly backlog = new DeliveryBacklog();
  private readonly gate: EndpointGate;
  private readonly underWay = new WorkUnderWay();
  private claiming = 0;
  private stopped = false;
  private looking: NodeJS.Timeout | undefined;
  private readonly search: DueSearch<DueDelivery>;
  private readonly postponements: Postponements;
  private readonly databaseBackoff = new DatabaseBackoff(() => this.advance());
  private graceMs = 0;

  constructor(private readonly deps: DeliveryRunnerDependencies) {
    const { concurrency, timeoutMs } = deps.settings;
    this.gate = new EndpointGate({ concurrency, slowAfterMs: timeoutMs * SLOW_SHARE });
    this.search = new DueSearch(deps.claims, (found) => {
      this.take(found);
      return !this.stopped && !this.backlog.isFull;
    });
    const { backlog, gate, underWay, databaseBackoff } = this;
    const take = (refs: readonly WorkRef[]): void => this.take(refs);
    const deliverer = { backlog, gate, underWay, databaseBackoff, take, hasStopped: () => this.stopped };
    this.postponements = new Postponements(deps.putOff, deliverer, deps.metrics, deps.logger);
    deps.metrics.watch(
      () => this.gate.size,
      () => this.backlog.size,
    );
  }

  /** Enqueues deliveries that are due. The background task finds those that do not fit. */
  take(refs: readonly WorkRef[]): void {
    if (this.stopped) return;
    const surplus: DueDelivery[] = [];
    for (const ref of refs) {
      const due = isAddressed(ref) ? ref : { ...ref, webhookId: UNKNOWN };
      if (this.postponements.mustWait(due)) surplus.push(due);
      else this.backlog.add(due);
    }
    this.postponements.putOff(surplus);
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    this.advance();
  }

  /**
   * Finds due deliveries that no queue announced, those of workers that are gone, and postponed ones. Without Redis it looks
   * for deliveries as soon as they are due.
   */
  async sweep(graceMs: number): Promise<void> {
    this.graceMs = graceMs;
    await this.lookForDue();
    if (!this.stopped) await this.postponements.look();
  }

  /** Stops claiming, and resolves when all work in flight is recorded. */
  async drain(): Promise<void> {
    this.stopped = true;
    clearInterval(this.looking);
    await this.underWay.over();
  }

  private async lookForDue(): Promise<void> {
    if (!this.stopped && !this.backlog.isFull) await this.search.look(this.deps.queues.ready ? this.graceMs : 0);
  }

  /** Postpones what slow endpoints cannot take. */
  private look(): void {
    for (const endpoint of this.gate.findSlow()) this.postponements.cut(endpoint);
    this.advance();
  }

  /** Claims what can be sent now. While most places are taken it waits for several free ones, to fill them with one claim. */
  private advance(): void {
    if (this.search.hasLeftOff && this.backlog.size < REFILL_BELOW) this.refill();
    while (!this.stopped && this.mayClaim()) {
      const entered = this.backlog.take(MAX_PER_CLAIM, (due) => this.enter(due));
      if (entered.length === 0) return;
      this.claiming++;
      const claimed = this.claim(entered).finally(() => {
        this.claiming--;
        this.advance();
      });
      void this.underWay.track(claimed);
    }
  }

  private mayClaim(): boolean {
    if (this.databaseBackoff.isOn || this.gate.free <= this.deps.settings.concurrency * MIN_FREE_SHARE) return false;
    // Deliveries that arrive during a claim are claimed together after it.
    return this.claiming === 0 || (this.claiming < MAX_CLAIMS && this.backlog.size >= MAX_PER_CLAIM);
  }

  private refill(): void {
    this.lookForDue().catch((error: unknown) => {
      this.deps.logger.warn({ event: 'refill_failed', err: error }, 'the background task retries');
    });
  }

  private enter(due: DueDelivery): Entered | undefined {
    const endpoint = endpointOf(due);
    return this.gate.admits(endpoint) ? { due, passage: this.gate.enter(endpoint) } : undefined;
  }

  private async claim(entered: readonly Entered[]): Promise<void> {
    const leasedUntil = performance.now() + this.deps.settings.leaseMs;
    let claimed: readonly ClaimedDelivery[] = [];
    try {
      claimed = await this.deps.claims.claim(entered.map(({ due }) => due));
    } catch (error) {
      this.databaseBackoff.after(error);
      this.deps.logger.warn({ event: 'claim_failed', err: error }, 'the background task finds the deliveries again');
    }
    this.deps.metrics.claimed(claimed);
    const found = new Map(claimed.map((delivery) => [delivery.id, delivery]));
    for (const { due, passage } of entered) {
      const delivery = found.get(due.id);
      // Ids are unique across environments, but a queue could name a wrong environment.
      if (delivery === undefined || delivery.environmentId !== due.environmentId) this.released(due, passage);
      else void this.underWay.track(this.deliver(delivery, passage, leasedUntil));
    }
  }

  private async deliver(delivery: ClaimedDelivery, passage: Passage, leasedUntil: number): Promise<void> {
    let answeredMs: number | null | undefined;
    try {
      await this.attempt(delivery, leasedUntil, (outcome) => {
        answeredMs = neverCame(outcome) ? null : outcome.durationMs;
      });
    } catch (error) {
      this.deps.logger.error(
        { event: 'delivery_failed', ...named(delivery), err: error },
        'left to the background task',
      );
      // Another process may have the key. If this fails too, the lease ends by itself.
      if (error instanceof MasterKeyMissing) await this.deps.outcomes.release(delivery).catch(() => {});
    }
    this.released(delivery, passage, answeredMs);
    this.advance();
  }

  private released(delivery: DueDelivery, passage: Passage, answeredMs?: number | null): void {
    this.gate.leave(passage, answeredMs);
    this.postponements.released(delivery);
  }

  private async attempt(
    delivery: ClaimedDelivery,
    leasedUntil: number,
    onOutcome: (outcome: SendOutcome) => void,
  ): Promise<void> {
    const { body, endpoint } = delivery;
    const keys =
      endpoint === null ? undefined : this.deps.secrets.signing(endpoint, endpoint.accountId, delivery.webhookId);
    if (endpoint === null || keys === undefined) return this.deps.outcomes.cancel(delivery, 'webhook_deleted');
    if (body === null) return this.deps.outcomes.cancel(delivery, 'event_expired');
    const span = this.deps.tracing.begin(`deliver ${delivery.type}`, 'client', delivery.trace);
    const headers = signDelivery({
      body,
      key: keys.key,
      nextKey: keys.nextKey,
      eventId: toPublicId('evt', delivery.eventId),
      mode: endpoint.mode,
      deliveryId: toPublicId('dlv', delivery.id),
      attempt: delivery.attempts + 1,
      timestamp: new Date(),
      trace: span.trace,
    });
    const { accountId, url } = endpoint;
    const outcome = await this.deps.sender.send({ accountId, url, headers, body });
    onOutcome(outcome);
    const verdict = verdictOn(endpoint, delivery.attempts, outcome, this.deps.settings.retryDelays);
    this.deps.metrics.attempted(delivery, outcome, verdict);
    span.end(() => attemptSpan(delivery, outcome, verdict));
    for (;;) {
      try {
        return await this.record(delivery, outcome, verdict);
      } catch (error) {
        const isLate = performance.now() + WRITE_AGAIN_MS > leasedUntil;
        if (this.stopped || isLate || !isDatabaseAway(error)) throw error;
        await sleep(WRITE_AGAIN_MS);
      }
    }
  }

  private async record(delivery: ClaimedDelivery, outcome: SendOutcome, verdict: Verdict): Promise<void> {
    const recorded = await this.deps.outcomes.record(delivery, attemptRecord(outcome), verdict);
    if (recorded === undefined) {
      this.deps.metrics.noteFenced();
      this.deps.logger.warn({ event: 'lease_lost', ...named(delivery) }, 'another worker took over the delivery');
      return;
    }
    if (recorded.endpointDisabled) {
      const { webhookId: webhook } = delivery;
      this.deps.logger.warn(
        { event: 'webhook_disabled', webhook, ...named(delivery) },
        'the endpoint has failed for too long',
      );
    }
    if (verdict.retryAfterMs !== null) {
      const { environmentId, id, webhookId, eventId } = delivery;
      this.deps.queues.hintLater('deliveries', { environmentId, id, webhookId, eventId }, verdict.retryAfterMs);
    }
  }
}

/** Whether the delivery waited without a response, from the endpoint or from a name server. */
function neverCame(outcome: SendOutcome): boolean {
  return outcome.kind === 'error' && (outcome.error === 'timeout' || outcome.error === 'dns_failure');
}

function isAddressed(ref: WorkRef): ref is DueDelivery {
  return ref.webhookId !== undefined;
}

/** The endpoint when a queue does not name it. */
const UNKNOWN = '0';

interface Entered {
  readonly due: DueDelivery;
  readonly passage: Passage;
}

/** Fields that identify a delivery in the log. */
function named({ id, trace }: ClaimedDelivery): { delivery: string; traceId: string | null } {
  return { delivery: id, traceId: trace === null ? null : traceId(trace) };
}
