import type { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { Verdict } from './delivery-outcomes.js';
import type { SendOutcome } from '../sending/sender.js';

const ATTEMPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];
const LATENCY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Measures deliveries and their attempts. */
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly latency;
  private readonly deferred;

  constructor(
    private readonly metrics: Metrics,
    private readonly leases: LeaseMetrics,
  ) {
    this.attempts = metrics.counter(
      'svc_delivery_attempts_total',
      'Delivery attempts by outcome, reason and status class of the response.',
      ['outcome', 'reason', 'status_class'],
    );
    this.duration = metrics.histogram(
      'svc_delivery_attempt_duration_seconds',
      'Time from the start of an attempt to the response head or the failure.',
      ATTEMPT_SECONDS,
      ['outcome'],
    );
    this.latency = metrics.histogram(
      'svc_delivery_latency_seconds',
      'Time from the creation of a delivery to the response, if the first attempt delivered it.',
      LATENCY_SECONDS,
    );
    this.deferred = metrics.counter(
      'svc_deliveries_deferred_total',
      'Deliveries deferred because earlier ones wait for their endpoint.',
    );
  }

  /** Registers the gauges of deliveries in flight and waiting. */
  watch(inFlight: () => number, waiting: () => number): void {
    this.metrics.gauge('svc_deliveries_in_flight', 'Deliveries in flight.', inFlight);
    this.metrics.gauge('svc_deliveries_waiting', 'Due deliveries that wait in a worker for their turn.', waiting);
  }

  countDeferred(count: number): void {
    this.deferred.inc(count);
  }

  /** Counts the expired leases among claimed deliveries. */
  claimed(deliveries: readonly ClaimedDelivery[]): void {
    this.leases.countExpired(deliveries.filter(({ tookOver }) => tookOver).length);
  }

  attempted(delivery: ClaimedDelivery, outcome: SendOutcome, verdict: Verdict): void {
    const became = verdict.status === 'pending' ? 'retried' : verdict.status;
    const reason = outcome.kind === 'response' ? 'answered' : outcome.error;
    const statusClass = outcome.kind === 'response' ? `${Math.floor(outcome.statusCode / 100)}xx` : 'none';
    this.attempts.inc({ outcome: became, reason, status_class: statusClass });
    this.duration.observe({ outcome: became }, outcome.durationMs / 1_000);
    if (became !== 'delivered' || delivery.attempts > 0) return;
    // Up to the claim by the database clock, after it by the clock of this process.
    this.latency.observe(Math.max(0, delivery.waitedSeconds) + outcome.durationMs / 1_000);
  }

  /** Counts an outcome that was not written, because the lease was lost. */
  countFenced(): void {
    this.leases.countFenced('deliveries');
  }
}
