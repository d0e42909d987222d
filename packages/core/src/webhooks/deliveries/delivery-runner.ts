import { setTimeout as sleep } from 'node:timers/promises';
import { MasterKeyMissing } from '../../platform/crypto/envelope.js';
import { isDatabaseAway } from '../../platform/database/database-away.js';
import { toPublicId } from '../../platform/ids.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { type RunnerQueues, WorkRunner } from '../../platform/queues/work-runner.js';
import type { StepEnd, Work } from '../../platform/queues/fair-worker.js';
import { type SpanEnd, type Tracing, traceId } from '../../platform/tracing/trace.js';
import type { WebhookSecrets } from '../endpoints/webhook-secrets.js';
import type { SendOutcome, WebhookSender } from '../sending/sender.js';
import { signDelivery } from '../sending/signature.js';
import { type RetryDelays, verdictOn } from './backoff.js';
import { type ClaimedDelivery, type DeliveryClaims, databaseTime } from './delivery-claims.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import type { AttemptRecord, DeliveryOutcomes, Verdict } from './delivery-outcomes.js';
import { EndpointConcurrency, type Slot } from './endpoint-concurrency.js';
import { DeferredDeliveries } from './deferred-deliveries.js';
import type { DeferredDeliveryStore } from './deferred-delivery-store.js';

export interface DeliverySettings {
  readonly retryDelays: RetryDelays;
  /** Deliveries in flight at the same time, except those to slow endpoints. */
  readonly concurrency: number;
  /** Timeout of an attempt, in milliseconds. */
  readonly timeoutMs: number;
}

/** An endpoint that takes a sixth of the timeout is slow. */
const SLOW_SHARE = 1 / 6;
/** How often waiting deliveries are checked, so that those to slow endpoints are deferred. */
const RELIEVE_EVERY_MS = 100;
const MAX_PER_CLAIM = 200;
const MAX_CLAIMS = 3;
/** While Postgres is away, an outcome is retried at this interval until its lease ends. */
const WRITE_AGAIN_MS = 500;
/** How often the job of a delivery may be repeated beyond its retries, for faults that are no attempts. */
const EXTRA_ATTEMPTS_FOR_FAULTS = 10;

export interface DeliveryRunnerDependencies {
  readonly claims: DeliveryClaims;
  readonly deferredStore: DeferredDeliveryStore;
  readonly outcomes: DeliveryOutcomes;
  readonly sender: WebhookSender;
  readonly secrets: WebhookSecrets;
  readonly queues: RunnerQueues;
  readonly settings: DeliverySettings;
  readonly metrics: DeliveryMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

/** Sends deliveries: claims due ones, POSTs the stored bytes and records the outcomes. */
export class DeliveryRunner implements Work<ClaimedDelivery, Slot> {
  readonly runner: WorkRunner<ClaimedDelivery, Slot>;
  private readonly deferred: DeferredDeliveries;
  private relief: NodeJS.Timeout | undefined;

  constructor(private readonly deps: DeliveryRunnerDependencies) {
    const { claims, deferredStore, queues, metrics, logger, settings } = deps;
    const { concurrency, timeoutMs } = settings;
    const endpoints = new EndpointConcurrency({ concurrency, slowAfterMs: timeoutMs * SLOW_SHARE });
    endpoints.onFree = (endpoint) => this.deferred.released(endpoint);
    const lineOf = ({ webhookId = '' }: WorkRef): string => webhookId;
    const workerSettings = { queue: 'deliveries', maxPerClaim: MAX_PER_CLAIM, maxClaims: MAX_CLAIMS, lineOf } as const;
    this.runner = new WorkRunner(workerSettings, this, endpoints, { source: claims, queues, logger });
    this.deferred = new DeferredDeliveries(deferredStore, this.runner, endpoints, metrics, logger);
    metrics.watch(
      () => endpoints.size,
      () => this.runner.worker.waiting,
    );
  }

  /** Finds due deliveries without a job, and deferred ones of workers that are gone. Resolves to true if there may be more. */
  async sweep(graceMs: number): Promise<boolean> {
    const hasMore = await this.runner.sweep(graceMs);
    await this.deferred.poll();
    return hasMore;
  }

  /** Stops claiming, and resolves when all work in flight is recorded. */
  async drain(): Promise<void> {
    clearInterval(this.relief);
    await this.runner.drain();
  }

  async claim(refs: readonly WorkRef[]): Promise<readonly ClaimedDelivery[]> {
    this.relief ??= setInterval(() => this.deferred.relieve(), RELIEVE_EVERY_MS).unref();
    const claimed = await this.deps.claims.claim(refs);
    this.deps.metrics.claimed(claimed);
    return claimed;
  }

  async step(delivery: ClaimedDelivery, slot: Slot): Promise<StepEnd> {
    const { body, endpoint } = delivery;
    const { outcomes, metrics, settings } = this.deps;
    const keys = endpoint === null ? undefined : await this.keysOf(delivery);
    if (endpoint === null || keys === undefined) return this.cancel(delivery, 'webhook_deleted');
    if (body === null) return this.cancel(delivery, 'event_expired');
    // A worker that was stopped for a while: another one may send the delivery before this attempt ends.
    if (performance.now() > delivery.leasedUntil - settings.timeoutMs) return this.releaseLate(delivery);

    const span = this.deps.tracing.begin(`deliver ${delivery.type}`, 'client', delivery.trace);
    const headers = signDelivery({
      body,
      key: keys.key,
      nextKey: keys.nextKey,
      eventId: toPublicId('evt', delivery.eventId),
      mode: endpoint.mode,
      deliveryId: toPublicId('dlv', delivery.id),
      attempt: delivery.attempts + 1,
      timestamp: databaseTime(delivery),
      trace: span.trace,
    });
    const { accountId, url } = endpoint;
    const outcome = await this.deps.sender.send({ accountId, url, headers, body });
    slot.answeredMs = neverCame(outcome) ? null : outcome.durationMs;
    const verdict = verdictOn(endpoint, delivery.attempts, outcome, settings.retryDelays, databaseTime(delivery));
    metrics.attempted(delivery, outcome, verdict);
    span.end(() => attemptSpan(delivery, outcome, verdict));

    const recorded = await this.untilLeaseEnds(delivery, () => {
      return outcomes.record(delivery, attemptRecord(outcome), verdict);
    });
    if (recorded === undefined) return this.logLost(delivery);
    if (recorded.endpointDisabled) this.logDisabled(delivery);
    const retries = settings.retryDelays[endpoint.retrySchedule].length;
    return endOf(outcome, verdict, retries - delivery.attempts);
  }

  /** The keys that sign a delivery; undefined if its endpoint has none. */
  private async keysOf(delivery: ClaimedDelivery): Promise<ReturnType<WebhookSecrets['signing']>> {
    const { endpoint, webhookId } = delivery;
    try {
      return endpoint === null ? undefined : this.deps.secrets.signing(endpoint, endpoint.accountId, webhookId);
    } catch (error) {
      // Another process may have the key. If this fails too, the lease ends by itself.
      if (error instanceof MasterKeyMissing) await this.deps.outcomes.release(delivery).catch(() => {});
      throw error;
    }
  }

  private async cancel(delivery: ClaimedDelivery, reason: string): Promise<StepEnd> {
    await this.deps.outcomes.cancel(delivery, reason);
    return { kind: 'given_up', code: reason };
  }

  /** Repeats a write while Postgres is away, so that what was sent is not sent again. */
  private async untilLeaseEnds<Written>(
    { leasedUntil }: ClaimedDelivery,
    write: () => Promise<Written>,
  ): Promise<Written> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const isLate = performance.now() + WRITE_AGAIN_MS > leasedUntil;
        if (this.runner.worker.stopped || isLate || !isDatabaseAway(error)) throw error;
        await sleep(WRITE_AGAIN_MS);
      }
    }
  }

  private logLost(delivery: ClaimedDelivery): undefined {
    this.deps.metrics.countFenced();
    this.deps.logger.warn({ event: 'lease_lost', ...named(delivery) }, 'another worker took over the delivery');
  }

  /** The delivery is due again in a minute. Without that, its lease would count as one of a worker that crashed. */
  private async releaseLate(delivery: ClaimedDelivery): Promise<undefined> {
    await this.deps.outcomes.release(delivery).catch(() => {});
    this.deps.logger.warn(
      { event: 'lease_too_short', ...named(delivery) },
      'the delivery waited for so long in this worker that its lease may end during an attempt; it was not sent',
    );
  }

  private logDisabled(delivery: ClaimedDelivery): void {
    this.deps.logger.warn(
      { event: 'webhook_disabled', webhook: delivery.webhookId, ...named(delivery) },
      'the endpoint failed for too long and was disabled',
    );
  }
}

function endOf(outcome: SendOutcome, { status, retryAfterMs }: Verdict, retriesLeft: number): StepEnd {
  const code = outcome.kind === 'response' ? `http_${outcome.statusCode}` : outcome.error;
  if (status === 'failed') return { kind: 'given_up', code };
  if (retryAfterMs === null) return undefined;
  return { kind: 'again', code, afterMs: retryAfterMs, attempts: retriesLeft + EXTRA_ATTEMPTS_FOR_FAULTS };
}

/** Whether the delivery waited without a response, from the endpoint or from a name server. */
function neverCame(outcome: SendOutcome): boolean {
  return outcome.kind === 'error' && (outcome.error === 'timeout' || outcome.error === 'dns_failure');
}

/** Fields that identify a delivery in the log. */
function named({ id, trace }: ClaimedDelivery): { delivery: string; traceId: string | null } {
  return { delivery: id, traceId: trace === null ? null : traceId(trace) };
}

/** The attempt as it is stored. */
function attemptRecord(outcome: SendOutcome): AttemptRecord {
  if (outcome.kind === 'error') {
    const { durationMs, error, detail } = outcome;
    return { durationMs, statusCode: null, error, detail, responseExcerpt: null };
  }
  const { durationMs, statusCode, responseExcerpt } = outcome;
  return { durationMs, statusCode, error: null, detail: null, responseExcerpt };
}

/** The span of an attempt: ids and outcome, but not the URL, which may contain a secret. */
function attemptSpan(delivery: ClaimedDelivery, outcome: SendOutcome, verdict: Verdict): SpanEnd {
  const statusCode = outcome.kind === 'response' ? outcome.statusCode : undefined;
  const failure = outcome.kind === 'response' ? String(outcome.statusCode) : outcome.error;
  return {
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': statusCode,
      'svc.event_id': toPublicId('evt', delivery.eventId),
      'svc.webhook_id': toPublicId('wh', delivery.webhookId),
      'svc.delivery_id': toPublicId('dlv', delivery.id),
      'svc.attempt': delivery.attempts + 1,
      'svc.delivery_status': verdict.status,
    },
    failure: verdict.status === 'delivered' ? undefined : failure,
  };
}
