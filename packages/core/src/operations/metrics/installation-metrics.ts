import { CachedProbe } from '../../platform/cached-probe.js';
import type { Database } from '../../platform/database/database.js';
import type { NamedDepth, WorkQueues } from '../../platform/queues/work-queues.js';
import { readBacklog, type Backlog } from './backlog.js';
import type { MetricFamily, MetricSource } from '../../platform/metrics/metrics.js';

/** Scrapes within this time get the same values. */
const FRESH_MS = 5_000;

type Sample = MetricFamily['values'][number];

/** The state of Postgres and Redis. If one is unavailable, its `…_up` is 0 and its other metrics are missing. */
export class InstallationMetrics implements MetricSource {
  private readonly postgres: CachedProbe<Backlog>;
  private readonly redis: CachedProbe<readonly NamedDepth[]>;

  constructor(database: Pick<Database, 'transaction'>, queues: Pick<WorkQueues, 'depths'>) {
    this.postgres = new CachedProbe(() => readBacklog(database), FRESH_MS);
    this.redis = new CachedProbe(() => queues.depths(), FRESH_MS);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const [backlog, depths] = await Promise.all([this.postgres.value(), this.redis.value()]);
    return [...postgresFamilies(backlog), ...redisFamilies(depths)];
  }
}

function postgresFamilies(backlog: Backlog | undefined): MetricFamily[] {
  const up = gauge('svc_postgres_up', 'Whether Postgres responds in time.', [told(backlog !== undefined)]);
  if (backlog === undefined) return [up];
  const { due, lags, partitions, processorLags, undecided, failingProcessors, archivingFails } = backlog;
  return [
    up,
    gauge(
      'svc_due_rows',
      'Due rows that no worker has claimed, counted up to 10,000.',
      due.map(({ work, rows }) => told(rows, { work })),
    ),
    gauge(
      'svc_oldest_due_seconds',
      'How long the oldest unclaimed row has been due.',
      due.map(({ work, seconds }) => told(seconds, { work })),
    ),
    gauge(
      'svc_lag_seconds',
      'How far summaries lag behind the events.',
      lags.map(({ follower, seconds }) => told(seconds, { follower })),
    ),
    gauge(
      'svc_payments_undecided',
      'Payments that require attention, counted up to 10,000.',
      undecided.map(({ mode, payments }) => told(payments, { mode })),
    ),
    gauge('svc_processors_failing', 'Connections whose payment processor refuses the credentials.', [
      told(failingProcessors),
    ]),
    gauge(
      'svc_processor_lag_seconds',
      'How long ago the lists of processors were read, and the age of the oldest report that waits.',
      processorLags.map(({ subject, seconds }) => told(seconds, { subject })),
    ),
    gauge(
      'svc_partitions_ahead',
      'Coming weeks that have a partition.',
      partitions.map(({ table, ahead }) => told(ahead, { table })),
    ),
    gauge(
      'svc_default_partition_used',
      'Whether the default partition contains rows.',
      partitions.map(({ table, defaultUsed }) => told(defaultUsed, { table })),
    ),
    gauge('svc_archiving_failing', 'Whether the last attempt of Postgres to archive WAL failed.', [
      told(archivingFails),
    ]),
  ];
}

function redisFamilies(depths: readonly NamedDepth[] | undefined): MetricFamily[] {
  const up = gauge('svc_redis_up', 'Whether Redis responds in time.', [told(depths !== undefined)]);
  if (depths === undefined) return [up];
  const jobs = depths.flatMap(({ queue, jobs: counts }) => {
    return Object.entries(counts).map(([state, count]) => told(count, { queue, state }));
  });
  const oldest = depths.map(({ queue, oldestSeconds }) => told(oldestSeconds ?? 0, { queue }));
  return [
    up,
    gauge('svc_queue_jobs', 'Jobs in Redis: with up to 50 rows each, or one that is retried.', jobs),
    gauge(
      'svc_queue_oldest_seconds',
      'How long the oldest waiting job has been due, apart from repeated ones.',
      oldest,
    ),
  ];
}

function gauge(name: string, help: string, values: readonly Sample[]): MetricFamily {
  return { name, help, type: 'gauge', aggregator: 'first', values };
}

function told(value: number | boolean, labels: Sample['labels'] = {}): Sample {
  return { value: Number(value), labels };
}
