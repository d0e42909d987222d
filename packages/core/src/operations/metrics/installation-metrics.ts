import { CachedProbe } from '../../platform/cached-probe.js';
import type { Database } from '../../platform/database/database.js';
import type { QueueDepth, WorkQueues } from '../../platform/queues/work-queues.js';
import { readBacklog, type Backlog } from './backlog.js';
import type { MetricFamily, MetricSource } from '../../platform/metrics/metrics.js';

/** Scrapes that come closer together than this are told the same. */
const FRESH_MS = 5_000;

type Sample = MetricFamily['values'][number];

/**
 * What Postgres and Redis hold, the same whichever process is asked. Where one of them is away its `…_up` is 0 and what it
 * would tell is left out, rather than told as it once was.
 */
export class InstallationMetrics implements MetricSource {
  private readonly postgres: CachedProbe<Backlog>;
  private readonly redis: CachedProbe<readonly QueueDepth[]>;

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
  const up = gauge('svc_postgres_up', 'Whether Postgres has answered in time.', [told(backlog !== undefined)]);
  if (backlog === undefined) return [up];
  const { due, lags, partitions } = backlog;
  return [
    up,
    gauge(
      'svc_due_rows',
      'Rows that are due and that nobody is at work on; at most 10,000 are counted.',
      due.map(({ work, rows }) => told(rows, { work })),
    ),
    gauge(
      'svc_oldest_due_seconds',
      'For how long the oldest of them has been due.',
      due.map(({ work, seconds }) => told(seconds, { work })),
    ),
    gauge(
      'svc_lag_seconds',
      'How far summaries are behind the events.',
      lags.map(({ follower, seconds }) => told(seconds, { follower })),
    ),
    gauge(
      'svc_partitions_ahead',
      'Weeks to come that have their partition.',
      partitions.map(({ table, ahead }) => told(ahead, { table })),
    ),
    gauge(
      'svc_default_partition_used',
      'Whether rows lie in the partition for weeks that have none.',
      partitions.map(({ table, defaultUsed }) => told(defaultUsed, { table })),
    ),
  ];
}

function redisFamilies(depths: readonly QueueDepth[] | undefined): MetricFamily[] {
  const up = gauge('svc_redis_up', 'Whether Redis has answered in time.', [told(depths !== undefined)]);
  if (depths === undefined) return [up];
  const jobs = depths.map(({ queue, state, jobs: count }) => told(count, { queue, state }));
  return [up, gauge('svc_queue_jobs', 'Jobs in Redis, each of which names up to 50 rows.', jobs)];
}

function gauge(name: string, help: string, values: readonly Sample[]): MetricFamily {
  return { name, help, type: 'gauge', aggregator: 'first', values };
}

function told(value: number | boolean, labels: Sample['labels'] = {}): Sample {
  return { value: Number(value), labels };
}
