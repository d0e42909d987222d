import type { ReportFailure } from '../analytics/report.entity.js';
import type { StatementRunner, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { ACQUIRER_MEMORY } from '../processors/acquirer-memory.js';
import type { StatementPosition } from '../processors/processor-statement.js';
import type { StatementWalk } from './acquirer-statement-walk.entity.js';

/** Twice the possible difference of two clocks: ranges are extended by this much on both sides. */
export const CLOCKS_APART = `interval '10 minutes'`;

// Surveys start when all transactions that were open at the time of the request have ended, as reports do.
const OPEN = namedQuery(
  'acquirer_statement_walks_open',
  `INSERT INTO acquirer_statement_walks (environment_id, report_id, processor, surveyed, due_at)
   SELECT r.environment_id, r.id, '', r.from_id, now() FROM reports r CROSS JOIN system_state s
    WHERE r.status IN ('pending', 'running') AND r.statement = 'awaited'
      AND (r.epoch < s.event_epoch OR r.xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
   ON CONFLICT DO NOTHING`,
);

const CLAIM = namedQuery(
  'acquirer_statement_walks_claim',
  `SELECT w.environment_id AS "environmentId", w.report_id AS "reportId", w.surveyed, r.to_id AS "toId", w.processor,
          w.walk_from AS "walkFrom", w.walk_to AS "walkTo", w.cursor, w.reached_at AS "reachedAt",
          w.reached_reference AS "reachedReference", w.lease, now() AS "askedAt"
     FROM acquirer_statement_walks w JOIN reports r ON r.environment_id = w.environment_id AND r.id = w.report_id
    WHERE w.due_at <= now() AND w.result IS NULL AND r.status IN ('pending', 'running') AND r.statement = 'awaited'
    ORDER BY w.due_at LIMIT 1
      FOR UPDATE OF w SKIP LOCKED`,
);

// A walk starts no earlier than the account. The first relevant operation may be older than the range. Stripe's times are whole
// seconds, so what was done there in the account's first second seems older than the account.
const BEGIN = namedQuery(
  'acquirer_statement_walks_begin',
  `UPDATE acquirer_statement_walks w
      SET started_at = now(), due_at = now(), walk_to = greatest(id_time(r.to_id), w.last_answered_at) + ${CLOCKS_APART},
          walk_from = date_trunc('milliseconds',
            greatest(id_time(least(r.from_id, w.first_sent)), least(a.created_at, id_time(w.first_sent)), now() - ${ACQUIRER_MEMORY})
              - ${CLOCKS_APART})
     FROM reports r JOIN environments e ON e.id = r.environment_id JOIN accounts a ON a.id = e.account_id
    WHERE w.environment_id = $1 AND w.report_id = $2 AND w.processor <> '' AND r.environment_id = $1 AND r.id = $2`,
);

const LEASE = namedQuery(
  'acquirer_statement_walks_lease',
  `UPDATE acquirer_statement_walks SET lease = lease + 1, due_at = now() + $3::int * interval '1 millisecond'
    WHERE environment_id = $1 AND report_id = $2 AND processor = $4`,
);

const PROCEED = namedQuery(
  'acquirer_statement_walks_proceed',
  `UPDATE acquirer_statement_walks
      SET cursor = $4, reached_at = $5, reached_reference = $6, lines = lines + $7::int,
          foreign_lines = foreign_lines + $8::int, failing_since = NULL, due_at = now()
    WHERE environment_id = $1 AND report_id = $2 AND lease = $3 AND processor = $9
    RETURNING lines, foreign_lines AS "foreignLines"`,
);

// The delay doubles, from a second to a minute.
const POSTPONE = namedQuery(
  'acquirer_statement_walks_postpone',
  `UPDATE acquirer_statement_walks
      SET failing_since = coalesce(failing_since, now()),
          due_at = now() + least(greatest(now() - failing_since, interval '1 second'), interval '1 minute')
    WHERE environment_id = $1 AND report_id = $2 AND lease = $3 AND processor = $5
    RETURNING now() - failing_since >= $4::int * interval '1 millisecond' AS "isOver"`,
);

const CLOSE = namedQuery(
  'acquirer_statement_walks_close',
  `UPDATE acquirer_statement_walks
      SET result = CASE WHEN $4::text = 'compared' AND first_sent < id_at(walk_from + ${CLOCKS_APART}) THEN 'compared_in_part'
                        ELSE $4 END
    WHERE environment_id = $1 AND report_id = $2 AND processor = $3`,
);

// The last of several walks may be closed by any worker.
const SETTLE = namedQuery(
  'reports_statement_settle',
  `UPDATE reports r
      SET statement = w.statement, status = 'running', updated_at = clock_timestamp()
     FROM (SELECT environment_id, report_id,
                  CASE WHEN count(*) = 1 THEN 'no_book'
                       WHEN bool_and(result IN ('surveyed', 'not_compared')) THEN 'not_compared'
                       WHEN bool_and(result IN ('surveyed', 'compared')) THEN 'compared'
                       ELSE 'compared_in_part' END AS statement
             FROM acquirer_statement_walks GROUP BY environment_id, report_id HAVING count(*) = count(result)) w
    WHERE r.environment_id = w.environment_id AND r.id = w.report_id
      AND r.status IN ('pending', 'running') AND r.statement = 'awaited'`,
);

const GIVE_UP = namedQuery(
  'reports_statement_give_up',
  `UPDATE reports
      SET status = 'failed', failure_code = $3, failure_processor = nullif($4::text, ''), updated_at = clock_timestamp(),
          expires_at = date_trunc('milliseconds', now() + interval '7 days')
    WHERE environment_id = $1 AND id = $2 AND status IN ('pending', 'running')`,
);

/** The processor of the row that surveys whose statements a report needs. */
export const SURVEY = '';

/** A walk that this worker has claimed, with the database's clock. */
export interface ClaimedWalk extends Pick<
  StatementWalk,
  | 'environmentId'
  | 'reportId'
  | 'surveyed'
  | 'processor'
  | 'walkFrom'
  | 'walkTo'
  | 'cursor'
  | 'reachedAt'
  | 'reachedReference'
  | 'lease'
> {
  readonly toId: string;
  readonly askedAt: Date;
}

type WalkOf = Pick<ClaimedWalk, 'environmentId' | 'reportId' | 'processor'>;

export interface WalkCount {
  readonly lines: string;
  readonly foreignLines: string;
}

/** Starts a survey for each report that waits for statements. */
export async function openWalks(runner: StatementRunner): Promise<void> {
  await runner.run(OPEN, []);
}

export async function claimWalk(transaction: Transaction): Promise<ClaimedWalk | undefined> {
  const [walk] = await transaction.run<ClaimedWalk>(CLAIM, []);
  return walk;
}

/** Stores which parts of the needed statements to read. What was received before this must be in them. */
export function beginWalks(
  transaction: Transaction,
  { environmentId, reportId }: Pick<WalkOf, 'environmentId' | 'reportId'>,
): void {
  transaction.queue(BEGIN, [environmentId, reportId]);
}

/** Extends the claim beyond the transaction for a page request. Returns the lease. */
export function leaseWalk(
  transaction: Transaction,
  { environmentId, reportId, processor, lease }: ClaimedWalk,
  leaseMs: number,
): number {
  transaction.queue(LEASE, [environmentId, reportId, leaseMs, processor]);
  return lease + 1;
}

/** Advances to the next page; returns undefined if another worker has taken over the walk. */
export async function proceed(
  transaction: Transaction,
  { environmentId, reportId, processor, lease }: ClaimedWalk,
  next: StatementPosition | null,
  { lines, foreignLines }: { readonly lines: number; readonly foreignLines: number },
): Promise<WalkCount | undefined> {
  const position = [next?.cursor ?? null, next?.receivedAt ?? null, next?.reference ?? null];
  const values = [environmentId, reportId, lease, ...position, lines, foreignLines, processor];
  const [count] = await transaction.run<WalkCount>(PROCEED, values);
  return count;
}

/** Schedules the page again. Returns whether pages have failed for as long as a report waits. */
export async function postponeWalk(
  runner: StatementRunner,
  { environmentId, reportId, processor, lease }: ClaimedWalk,
  patienceMs: number,
): Promise<boolean> {
  const values = [environmentId, reportId, lease, patienceMs, processor];
  const [postponed] = await runner.run<{ isOver: boolean }>(POSTPONE, values);
  return postponed?.isOver === true;
}

/** Ends a walk. */
export async function closeWalk(
  runner: StatementRunner,
  { environmentId, reportId, processor }: WalkOf,
  result: 'compared' | 'not_compared',
): Promise<void> {
  await runner.run(CLOSE, [environmentId, reportId, processor, result]);
}

/** Lets the reports be written whose walks have all ended. */
export async function settleStatements(runner: StatementRunner): Promise<void> {
  await runner.run(SETTLE, []);
}

export async function giveUp(
  runner: StatementRunner,
  { environmentId, reportId, processor }: WalkOf,
  reason: ReportFailure,
): Promise<void> {
  await runner.run(GIVE_UP, [environmentId, reportId, reason, processor]);
}
