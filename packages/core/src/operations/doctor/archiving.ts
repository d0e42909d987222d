import { ARCHIVING_FAILS } from '../metrics/backlog.js';
import { ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** Reports that Postgres cannot archive its WAL. A restore then cannot go past the last archived segment. */
export async function examineArchiving(ask: Ask): Promise<Finding> {
  const about = 'archiving';
  const { mode, failing, file, failures, seconds } = await ask(
    `SELECT current_setting('archive_mode') AS mode, last_failed_wal AS file, failed_count::int AS failures,
            ${ARCHIVING_FAILS} AS failing,
            extract(epoch FROM now() - last_archived_time)::float8 AS seconds
       FROM pg_stat_archiver`,
  );
  if (mode === 'off') return ok(about, 'off (archive_mode is off)');
  const last = seconds === null ? 'nothing yet' : `the last segment ${Math.round(Number(seconds))} s ago`;
  if (failing !== true) return ok(about, last);
  const advice = 'a restore cannot go past the last archived segment; check the Postgres log';
  return warning(about, `fails at ${String(file)} (${String(failures)} failures in all), archived ${last}; ${advice}`);
}
