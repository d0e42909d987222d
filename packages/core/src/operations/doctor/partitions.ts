import { failed, ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** Checks that partitions are created ahead and dropped after the retention, and that no default is in use. */
export async function examinePartitions(ask: Ask, retentionDays: number | undefined): Promise<Finding[]> {
  const found = [await examineAhead(ask), await examineRequestLog(ask)];
  return retentionDays === undefined ? found : [...found, await examineRetention(ask, retentionDays)];
}

/** The request log has no default partition: requests of a day without one are not logged. */
async function examineRequestLog(ask: Ask): Promise<Finding> {
  const { missing } = await ask(
    `SELECT string_agg(to_char(day, 'YYYY-MM-DD'), ', ' ORDER BY day) AS missing
       FROM (SELECT now() + make_interval(days => n) AS day FROM generate_series(0, 1) n) days
      WHERE NOT EXISTS (SELECT FROM range_partitions p
                         WHERE p.parent = 'request_log' AND id_at(day) BETWEEN p.from_id AND p.to_id - 1)`,
  );
  if (missing === null) return ok('request log', 'has partitions for today and tomorrow');
  return warning(
    'request log',
    `has no partition for ${missing as string}: requests are not logged; is a worker running?`,
  );
}

async function examineAhead(ask: Ask): Promise<Finding> {
  const { strays, ahead } = await ask(
    `SELECT EXISTS (SELECT 1 FROM events_default) OR EXISTS (SELECT 1 FROM deliveries_default)
            OR EXISTS (SELECT 1 FROM delivery_attempts_default) AS strays,
            (SELECT count(DISTINCT parent) = 3 FROM event_partitions
              WHERE id_at(now() + interval '7 days') BETWEEN from_id AND to_id - 1) AS ahead`,
  );
  if (strays === true) {
    return failed(
      'partitions',
      'a default partition contains rows, which are never dropped; move them, see SvcPartitionsMissing',
    );
  }
  if (ahead === true) return ok('partitions', 'created ahead');
  return warning('partitions', 'those of next week are missing; is a worker running?');
}

async function examineRetention(ask: Ask, retentionDays: number): Promise<Finding> {
  const { since, days, overdue } = await ask(
    `SELECT to_char(id_time(min(p.from_id)), 'YYYY-MM-DD') AS since, longest.days,
            string_agg(p.name, ', ' ORDER BY p.from_id)
              FILTER (WHERE p.to_id <= id_at(now() - make_interval(days => longest.days + 8))) AS overdue
       FROM event_partitions p,
            (SELECT greatest(${retentionDays}, max(retention_days)) AS days FROM security_configs) longest
      GROUP BY longest.days`,
  );
  if (overdue === null)
    return ok('retention', `at most ${String(days)} days; the oldest events are of ${String(since)}`);
  const advice = "partition_kept in the worker's log says what needs them";
  return warning('retention', `not dropped after ${String(days)} days: ${overdue as string}; ${advice}`);
}
