import type { QueueName } from '../queues/work-queues.js';
import type { Metrics } from './metrics.js';

const WORK: readonly QueueName[] = ['payments', 'refunds', 'deliveries'];

/** Counts how often a worker has lost what it had claimed. */
export class LeaseMetrics {
  private readonly fenced;
  private readonly expired;

  constructor(metrics: Metrics) {
    this.fenced = metrics.counter(
      'svc_fenced_writes_total',
      'Results that came too late: the row had gone on, or to another worker, and nothing was written.',
      ['work'],
    );
    this.expired = metrics.counter(
      'svc_delivery_leases_expired_total',
      'Deliveries taken over from a worker that had not finished them in its time.',
    );
    // An increase shows only where there was a value before.
    for (const work of WORK) this.fenced.labels(work).inc(0);
  }

  /** A result was not written, since the row had gone on meanwhile, or its lease to another worker. */
  noteFenced(work: QueueName): void {
    this.fenced.labels(work).inc();
  }

  /** Deliveries were taken over whose lease had run out. */
  noteExpired(deliveries: number): void {
    this.expired.inc(deliveries);
  }
}
