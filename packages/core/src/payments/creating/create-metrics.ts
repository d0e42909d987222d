import type { Metrics } from '../../platform/metrics/metrics.js';

const SIZES = [1, 2, 5, 10, 20, 30, 40, 50];
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Measures how payments are written in batches. */
export class CreateMetrics {
  private readonly size;
  private readonly wait;
  private readonly duration;
  private readonly split;

  constructor(private readonly metrics: Metrics) {
    this.size = metrics.histogram('svc_create_batch_size', 'Payments that were written in one transaction.', SIZES);
    this.wait = metrics.histogram(
      'svc_create_wait_seconds',
      'How long new payments waited for a batch to take them.',
      SECONDS,
    );
    this.duration = metrics.histogram(
      'svc_create_batch_duration_seconds',
      'How long batches took, until they were committed or given up.',
      SECONDS,
    );
    this.split = metrics.counter(
      'svc_create_batches_split_total',
      'Batches that were given up and written one by one.',
    );
  }

  /** Tells how many wait whenever it is asked. */
  watch(waiting: () => number): void {
    this.metrics.gauge('svc_creates_waiting', 'New payments that wait for a batch.', waiting);
  }

  /** A batch begins. Answers when that was. */
  begun(batch: readonly { readonly since: number }[]): number {
    const now = performance.now();
    this.size.observe(batch.length);
    for (const { since } of batch) this.wait.observe((now - since) / 1_000);
    return now;
  }

  /** The batch that began then is over. */
  ended(begunAt: number): void {
    this.duration.observe((performance.now() - begunAt) / 1_000);
  }

  /** A batch was given up. */
  noteSplit(): void {
    this.split.inc();
  }
}
