import type { Schemas } from '@svc/contract';
import type { StatementRunner, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdRange } from '../platform/reports/report-source.js';
import type { Report } from './report.entity.js';

// Environments take turns, however many reports each has; of its reports, the longest-waiting goes first. Its range must be
// complete, and its statement not awaited.
const CLAIM = namedQuery(
  'reports_claim',
  `SELECT r.environment_id AS "environmentId", r.id, r.type, r.format, r.from_id AS "fromId", r.reached, r.complete,
          r.chunks, e.mode
     FROM reports r JOIN environments e ON e.id = r.environment_id CROSS JOIN system_state s
     JOIN (SELECT environment_id, max(updated_at) AS last FROM reports
            WHERE status IN ('pending', 'running') GROUP BY environment_id) t ON t.environment_id = r.environment_id
    WHERE r.status IN ('pending', 'running') AND r.statement IS DISTINCT FROM 'awaited'
      AND (r.epoch < s.event_epoch OR r.xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    ORDER BY t.last, r.updated_at LIMIT 1
      FOR UPDATE OF r SKIP LOCKED`,
);

const VOIDED = namedQuery(
  'report_chunks_voided',
  `SELECT n, from_id AS "fromId", to_id AS "toId" FROM report_chunks
    WHERE environment_id = $1 AND report_id = $2 AND body IS NULL ORDER BY n LIMIT 1`,
);

const INSERT = namedQuery(
  'report_chunks_insert',
  `WITH grown AS (
     UPDATE reports SET status = 'running', reached = $4, complete = $8, chunks = chunks + 1, rows = rows + $6::int,
                        failures = 0, updated_at = clock_timestamp()
      WHERE environment_id = $1 AND id = $2
   )
   INSERT INTO report_chunks (environment_id, report_id, n, from_id, to_id, rows, body)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

const REWRITE = namedQuery(
  'report_chunks_rewrite',
  `WITH passed AS (
     UPDATE reports SET failures = 0, updated_at = clock_timestamp() WHERE environment_id = $1 AND id = $2
   )
   UPDATE report_chunks SET rows = $4, body = $5 WHERE environment_id = $1 AND report_id = $2 AND n = $3`,
);

const FINISH = namedQuery(
  'reports_finish',
  `UPDATE reports r
      SET status = 'ready', edition = edition + 1, rows = c.rows, failures = 0, updated_at = clock_timestamp(),
          bytes = $3::bigint + c.bytes + $4::bigint * greatest(c.filled - 1, 0),
          expires_at = coalesce(expires_at, date_trunc('milliseconds', now() + interval '7 days'))
     FROM (SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(octet_length(body)), 0) AS bytes,
                  count(*) FILTER (WHERE rows > 0) AS filled
             FROM report_chunks WHERE environment_id = $1 AND report_id = $2) c
    WHERE r.environment_id = $1 AND r.id = $2`,
);

const MAX_FAILURES = 10;

const FAIL = namedQuery(
  'reports_fail',
  `UPDATE reports
      SET failures = failures + 1, updated_at = clock_timestamp(),
          status = CASE WHEN failures + 1 < ${MAX_FAILURES} THEN status ELSE 'failed' END,
          failure_code = CASE WHEN failures + 1 < ${MAX_FAILURES} THEN NULL ELSE 'internal' END,
          expires_at = CASE WHEN failures + 1 < ${MAX_FAILURES} THEN expires_at
                            ELSE date_trunc('milliseconds', now() + interval '7 days') END
    WHERE environment_id = $1 AND id = $2 AND status IN ('pending', 'running')`,
);

export interface ClaimedReport extends Pick<
  Report,
  'environmentId' | 'id' | 'type' | 'format' | 'fromId' | 'reached' | 'complete' | 'chunks'
> {
  readonly mode: Schemas['Mode'];
}

/** Claims a report to write that no other transaction has locked. */
export async function claimReport(transaction: Transaction): Promise<ClaimedReport | undefined> {
  const [report] = await transaction.run<ClaimedReport>(CLAIM, []);
  return report;
}

export async function voidedChunk(
  transaction: Transaction,
  { environmentId, id }: ClaimedReport,
): Promise<(IdRange & { readonly n: number }) | undefined> {
  const [chunk] = await transaction.run<IdRange & { readonly n: number }>(VOIDED, [environmentId, id]);
  return chunk;
}

export function insertChunk(
  transaction: Transaction,
  { environmentId, id, chunks }: ClaimedReport,
  { fromId, toId, rows, body, all }: IdRange & { readonly rows: number; readonly body: Buffer; readonly all: boolean },
): void {
  transaction.queue(INSERT, [environmentId, id, chunks, fromId, toId, rows, body, all]);
}

export function rewriteChunk(
  transaction: Transaction,
  { environmentId, id }: ClaimedReport,
  { n, rows, body }: { readonly n: number; readonly rows: number; readonly body: Buffer },
): void {
  transaction.queue(REWRITE, [environmentId, id, n, rows, body]);
}

/** Marks a report as ready, with the size of its head and tail and of the separators between chunks. */
export function finishReport(
  transaction: Transaction,
  { environmentId, id }: ClaimedReport,
  { frame, between }: { readonly frame: number; readonly between: number },
): void {
  transaction.queue(FINISH, [environmentId, id, frame, between]);
}

/** Counts a failure: the report is retried in turn. After ten failures in a row it fails, and ReportExpiry deletes what was written. */
export async function storeFailure(runner: StatementRunner, { environmentId, id }: ClaimedReport): Promise<void> {
  await runner.run(FAIL, [environmentId, id]);
}
