import type { QueueName } from '../queues/work-queues.js';
import type { Metrics } from './metrics.js';

const WORK: readonly QueueName[] = ['payments', 'refunds', 'deliveries'];

export class LeaseMetrics {
  private readonly fenced;
  private readonly expired;

  constructor(metrics: Metrics) {
    this.fenced = metrics.counter(
      'svc_fenced_writes_total',
      'Results discarded by fencing: the row had changed or another worker had claimed it.',
      ['work'],
    );
    this.expired = metrics.counter(
      'svc_delivery_leases_expired_total',
      'Deliveries taken over because the lease of their worker had expired.',
    );
    // rate() and increase() need an initial value.
    for (const work of WORK) this.fenced.labels(work).inc(0);
  }

  /** Counts a result that was discarded because the row or its lease had changed. */
  countFenced(work: QueueName): void {
    this.fenced.labels(work).inc();
  }

  /** Counts deliveries that were taken over after their lease expired. */
  countExpired(deliveries: number): void {
    this.expired.inc(deliveries);
  }
}
