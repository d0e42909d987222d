import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

const MAX_SCANNED = 20_000;
const MAX_ENVIRONMENTS = 1_000;

/**
 * A query of when unclaimed deliveries fell due, `at`. It reads the oldest of up to 1,000 environments, and 20,000 in all: each
 * environment has the same share, so that none hides the others. An index on `due_at` alone would make each delivery 20 % more
 * expensive. The query excludes deliveries that wait for an endpoint which is failing or has kept a worker waiting for a second.
 * NOT IN is hashed, where a join uses nested loops: 15 instead of 450 ms for 1,000 slow endpoints.
 */
export const UNTOUCHED_DELIVERIES = `
  WITH RECURSIVE oldest AS (
    (SELECT environment_id, due_at FROM deliveries WHERE due_at IS NOT NULL ORDER BY environment_id, due_at LIMIT 1)
     UNION ALL
    SELECT next.environment_id, next.due_at
      FROM oldest o CROSS JOIN LATERAL (
        SELECT d.environment_id, d.due_at FROM deliveries d
         WHERE d.due_at IS NOT NULL AND d.environment_id > o.environment_id ORDER BY d.environment_id, d.due_at LIMIT 1
      ) next
  ), overdue AS MATERIALIZED (
    SELECT environment_id FROM (SELECT * FROM oldest LIMIT ${MAX_ENVIRONMENTS}) walked WHERE due_at <= now()
  ), looked_at AS MATERIALIZED (
    SELECT d.*
      FROM overdue o
     CROSS JOIN LATERAL (
       SELECT environment_id, webhook_id, due_at, leased_until, updated_at FROM deliveries
        WHERE environment_id = o.environment_id AND due_at <= now()
        ORDER BY due_at LIMIT (SELECT ${MAX_SCANNED} / greatest(1, count(*)) FROM overdue)
     ) d
  ), held AS (
    SELECT environment_id, webhook_id, min(updated_at) AS since
      FROM looked_at WHERE leased_until > now() GROUP BY environment_id, webhook_id
  ), slow AS (
    SELECT h.environment_id, h.webhook_id
      FROM held h JOIN webhooks w ON w.environment_id = h.environment_id AND w.id = h.webhook_id
     WHERE h.since <= now() - interval '1 second' OR w.failing_since IS NOT NULL
  )
  SELECT greatest(due_at, leased_until) AS at
    FROM looked_at
   WHERE (leased_until IS NULL OR leased_until <= now())
     AND (environment_id, webhook_id) NOT IN (SELECT environment_id, webhook_id FROM slow)`;

const MAX_COUNTED = 10_000;

const oldestFirst = (table: string, at: string, where: string): string =>
  `(SELECT ${at} AS at FROM ${table} WHERE ${where} ORDER BY ${at} LIMIT ${MAX_COUNTED})`;

/** The due rows of each kind of work and their times, by the index that the worker uses. */
const DUE: Readonly<Record<string, string>> = {
  deliveries: `(${UNTOUCHED_DELIVERIES} ORDER BY at LIMIT ${MAX_COUNTED})`,
  payments: oldestFirst('payments', 'due_at', `due_at <= now() AND (status = 'pending') IS TRUE`),
  refunds: oldestFirst('refunds', 'due_at', 'due_at <= now()'),
  subscriptions: oldestFirst('subscriptions', 'due_at', 'due_at <= now()'),
  reports: oldestFirst('reports', 'updated_at', `status IN ('pending', 'running')`),
  replays: oldestFirst('replays', 'updated_at', `status <> 'completed'`),
  fan_outs: `(SELECT id_time(event_id) AS at FROM fan_outs ORDER BY event_id LIMIT ${MAX_COUNTED})`,
};

const DUE_WORK = namedQuery(
  'metrics_due_work',
  Object.entries(DUE)
    .map(
      ([work, rows]) =>
        `SELECT '${work}' AS work, count(*)::int AS rows,
                greatest(0, coalesce(extract(epoch FROM now() - min(at)), 0))::float8 AS seconds
           FROM ${rows} ${work}`,
    )
    .join(' UNION ALL '),
);

const LAGS = namedQuery(
  'metrics_lags',
  `SELECT 'roll_ups' AS follower, extract(epoch FROM now() - as_of)::float8 AS seconds FROM rollup_progress`,
);

const PARTITIONS = namedQuery(
  'metrics_partitions',
  `SELECT t.name AS table,
          (SELECT count(*) FROM generate_series(1, 4) AS n, id_at(now() + n * interval '7 days') AS id
            WHERE EXISTS (SELECT 1 FROM event_partitions p
                           WHERE p.parent = t.name AND p.from_id <= id AND p.to_id > id))::int AS ahead,
          CASE t.name WHEN 'events' THEN EXISTS (SELECT 1 FROM events_default)
                      WHEN 'deliveries' THEN EXISTS (SELECT 1 FROM deliveries_default)
                      ELSE EXISTS (SELECT 1 FROM delivery_attempts_default) END AS "defaultUsed"
     FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS t (name)`,
);

// By the index of failing connections.
const FAILING_PROCESSORS = namedQuery(
  'metrics_failing_processors',
  `SELECT count(*)::int AS failing FROM (
     SELECT FROM processors WHERE status = 'failing' AND deleted_at IS NULL LIMIT ${MAX_COUNTED}) p`,
);

// By the index of undecided payments.
const UNDECIDED = namedQuery(
  'metrics_undecided',
  `SELECT mode, count(p.id)::int AS payments
     FROM (VALUES ('live'), ('test')) AS modes (mode)
     LEFT JOIN (
       SELECT u.id, e.mode FROM environments e
         JOIN (SELECT environment_id, id FROM payments WHERE stage = 'requires_attention' LIMIT ${MAX_COUNTED}) u
           ON u.environment_id = e.id) p USING (mode)
    GROUP BY mode`,
);

// A refused connection is not behind: `svc_processors_failing` counts it.
const PROCESSOR_LAGS = namedQuery(
  'metrics_processor_lags',
  `SELECT subject, greatest(0, coalesce(extract(epoch FROM now() - min(at)), 0))::float8 AS seconds
     FROM (VALUES ('events'), ('settlement'), ('notices')) AS subjects (subject)
     LEFT JOIN (
       (SELECT 'notices' AS subject, reported_at AS at FROM processor_notices ORDER BY due_at LIMIT ${MAX_COUNTED})
       UNION ALL
       (SELECT s.subject, s.swept_to
          FROM (SELECT * FROM processor_sweeps ORDER BY due_at LIMIT ${MAX_COUNTED}) s
          JOIN processors p ON p.environment_id = s.environment_id AND p.id = s.processor_id
         WHERE p.status <> 'failing' AND p.deleted_at IS NULL)) lags USING (subject)
    GROUP BY subject`,
);

/** SQL: whether the last attempt to archive WAL failed, in a row of pg_stat_archiver. */
export const ARCHIVING_FAILS = `(current_setting('archive_mode') <> 'off'
  AND last_failed_time > coalesce(last_archived_time, '-infinity')) IS TRUE`;

const ARCHIVING = namedQuery('metrics_archiving', `SELECT ${ARCHIVING_FAILS} AS failing FROM pg_stat_archiver`);

export interface Backlog {
  readonly due: readonly { readonly work: string; readonly rows: number; readonly seconds: number }[];
  readonly lags: readonly { readonly follower: string; readonly seconds: number }[];
  readonly partitions: readonly { readonly table: string; readonly ahead: number; readonly defaultUsed: boolean }[];
  /** How long ago the lists of processors were last read completely, and the age of the oldest report that waits. */
  readonly processorLags: readonly { readonly subject: string; readonly seconds: number }[];
  /** Connections whose processor refuses the credentials. */
  readonly failingProcessors: number;
  readonly archivingFails: boolean;
  /** Payments that wait for a person's decision. */
  readonly undecided: readonly { readonly mode: string; readonly payments: number }[];
}

/** Reads the backlog on one connection. All queries use indexes and read a bounded number of rows. */
export function readBacklog(database: Pick<Database, 'transaction'>): Promise<Backlog> {
  return database.transaction(async ({ run }) => {
    const [due, lags, partitions, processorLags, undecided, [processors], [archiving]] = await Promise.all([
      run<Backlog['due'][number]>(DUE_WORK, []),
      run<Backlog['lags'][number]>(LAGS, []),
      run<Backlog['partitions'][number]>(PARTITIONS, []),
      run<Backlog['processorLags'][number]>(PROCESSOR_LAGS, []),
      run<Backlog['undecided'][number]>(UNDECIDED, []),
      run<{ failing: number }>(FAILING_PROCESSORS, []),
      run<{ failing: boolean }>(ARCHIVING, []),
    ]);
    const failingProcessors = processors?.failing ?? 0;
    const archivingFails = archiving?.failing === true;
    return { due, lags, partitions, processorLags, undecided, failingProcessors, archivingFails };
  });
}
