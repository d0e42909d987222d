import type { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { ClaimedDelivery } from './delivery-claims.js';
import type { Verdict } from './delivery-outcomes.js';
import type { SendOutcome } from '../sending/sender.js';

const ATTEMPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];
const LATENCY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Measures what comes of deliveries. */
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly latency;
  private readonly postponed;

  constructor(
    private readonly metrics: Metrics,
    private readonly leases: LeaseMetrics,
  ) {
    this.attempts = metrics.counter(
      'svc_delivery_attempts_total',
      'Attempts to deliver: what became of the delivery, why, and the class of the status that came back.',
      ['outcome', 'reason', 'status_class'],
    );
    this.duration = metrics.histogram(
      'svc_delivery_attempt_duration_seconds',
      'From the beginning of an attempt to the head of its answer, or to its failure.',
      ATTEMPT_SECONDS,
      ['outcome'],
    );
    this.latency = metrics.histogram(
      'svc_delivery_latency_seconds',
      "From the making of a delivery to the receiver's answer, where the first attempt delivered it.",
      LATENCY_SECONDS,
    );
    this.postponed = metrics.counter(
      'svc_deliveries_postponed_total',
      'Deliveries that were put off, since their endpoint keeps those before them waiting.',
    );
  }

  /** Tells how many are under way, and how many wait for their turn here, whenever it is asked. */
  watch(inFlight: () => number, waiting: () => number): void {
    this.metrics.gauge('svc_deliveries_in_flight', 'Deliveries that are being made.', inFlight);
    this.metrics.gauge(
      'svc_deliveries_waiting',
      'Deliveries that are due and wait in a worker for their turn.',
      waiting,
    );
  }

  notePostponed(count: number): void {
    this.postponed.inc(count);
  }

  /** Deliveries have been claimed. */
  claimed(deliveries: readonly ClaimedDelivery[]): void {
    this.leases.noteExpired(deliveries.filter(({ tookOver }) => tookOver).length);
  }

  /** An attempt is over. */
  attempted(delivery: ClaimedDelivery, outcome: SendOutcome, verdict: Verdict): void {
    const became = verdict.status === 'pending' ? 'retried' : verdict.status;
    const reason = outcome.kind === 'response' ? 'answered' : outcome.error;
    const statusClass = outcome.kind === 'response' ? `${Math.floor(outcome.statusCode / 100)}xx` : 'none';
    this.attempts.inc({ outcome: became, reason, status_class: statusClass });
    this.duration.observe({ outcome: became }, outcome.durationMs / 1_000);
    if (became !== 'delivered' || delivery.attempts > 0) return;
    // Up to the claim by the database's clock, from there by a stopwatch.
    this.latency.observe(Math.max(0, delivery.waitedSeconds) + outcome.durationMs / 1_000);
  }

  /** The result of an attempt came too late, and was not written. */
  noteFenced(): void {
    this.leases.noteFenced('deliveries');
  }
}
