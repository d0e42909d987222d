import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';

const MAX_SCANNED = 20_000;

/**
 * When deliveries fell due that nobody is at work on, as a query of one column, `at`: of the oldest twenty thousand. One that
 * a worker holds is not left lying; nor is one that waits behind another to the same endpoint, if a worker holds that and the
 * endpoint has had it waiting for a second or is failing. Such a wait is the endpoint's, and ends with it, or with the worker.
 * NOT IN, since Postgres hashes that where it may join by loops alone: 1,000 slow endpoints take 15 ms, joined 450.
 */
export const UNTOUCHED_DELIVERIES = `
  WITH looked_at AS MATERIALIZED (
    SELECT environment_id, webhook_id, due_at, leased_until, updated_at
      FROM deliveries WHERE due_at <= now() ORDER BY due_at LIMIT ${MAX_SCANNED}
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

/** More than this are not counted. */
const MAX_COUNTED = 10_000;

const oldestFirst = (table: string, at: string, where: string): string =>
  `(SELECT ${at} AS at FROM ${table} WHERE ${where} ORDER BY ${at} LIMIT ${MAX_COUNTED})`;

/** What of each kind of work is due, and since when, by the index that whoever does it goes by. */
const DUE: Readonly<Record<string, string>> = {
  deliveries: `(${UNTOUCHED_DELIVERIES} LIMIT ${MAX_COUNTED})`,
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

/** What lies in Postgres to be done, and how far behind it is what follows by itself. */
export interface Backlog {
  readonly due: readonly { readonly work: string; readonly rows: number; readonly seconds: number }[];
  readonly lags: readonly { readonly follower: string; readonly seconds: number }[];
  readonly partitions: readonly { readonly table: string; readonly ahead: number; readonly defaultUsed: boolean }[];
}

/** Looks into Postgres, on one connection: it goes by indexes and reads a bounded number of rows, however many there are. */
export function readBacklog(database: Pick<Database, 'transaction'>): Promise<Backlog> {
  return database.transaction(async ({ run }) => {
    const [due, lags, partitions] = await Promise.all([
      run<Backlog['due'][number]>(DUE_WORK, []),
      run<Backlog['lags'][number]>(LAGS, []),
      run<Backlog['partitions'][number]>(PARTITIONS, []),
    ]);
    return { due, lags, partitions };
  });
}
