import type { Metrics } from '../metrics/metrics.js';
import type { LookupQueue } from './lookup-queue.js';
import type { NameAnswer } from './name-answer.js';

const OUTCOMES: readonly NameAnswer['kind'][] = ['found', 'absent', 'failed', 'timed_out'];
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

export class LookupMetrics {
  private readonly duration;
  private readonly givenUp;

  constructor(private readonly metrics: Metrics) {
    this.duration = metrics.histogram(
      'svc_dns_lookup_duration_seconds',
      'Duration of look-ups of endpoint names, by outcome: found, absent, failed, timed_out.',
      SECONDS,
      ['outcome'],
    );
    for (const outcome of OUTCOMES) this.duration.zero({ outcome });
    this.givenUp = metrics.counter(
      'svc_dns_lookups_not_started_total',
      'Requests for an endpoint name that timed out while waiting for a look-up to start.',
    );
  }

  watch(queue: Pick<LookupQueue, 'size' | 'waiting'>): void {
    this.metrics.gauge('svc_dns_lookups_in_flight', 'Look-ups of endpoint names in progress.', () => queue.size);
    this.metrics.gauge(
      'svc_dns_lookups_waiting',
      'Endpoint names waiting for a look-up to start.',
      () => queue.waiting,
    );
  }

  answered({ kind }: NameAnswer, tookMs: number): void {
    this.duration.observe({ outcome: kind }, tookMs / 1_000);
  }

  gaveUp(): void {
    this.givenUp.inc();
  }
}
