import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { StatementWalk } from './acquirer-statement-walk.entity.js';

const LINES = 5_000;

const CLAIM = namedQuery(
  'acquirer_statement_walks_claim_done',
  `SELECT w.environment_id AS "environmentId", w.report_id AS "reportId", w.processor
     FROM acquirer_statement_walks w JOIN reports r ON r.environment_id = w.environment_id AND r.id = w.report_id
    WHERE r.status NOT IN ('pending', 'running') OR r.statement = 'no_book'
    ORDER BY w.due_at LIMIT 1
      FOR UPDATE OF w SKIP LOCKED`,
);

// Deletes a range of the key: for a list of lines, Postgres scanned the whole list for each line of the table.
const DELETE_LINES = namedQuery(
  'acquirer_statement_lines_delete',
  `WITH last AS (
     SELECT attempt_id FROM acquirer_statement_lines WHERE environment_id = $1 AND report_id = $2 AND processor = $3 ORDER BY attempt_id OFFSET ${LINES - 1} LIMIT 1
   ), deleted AS (
     DELETE FROM acquirer_statement_lines
      WHERE environment_id = $1 AND report_id = $2 AND processor = $3
        AND attempt_id <= coalesce((SELECT attempt_id FROM last), 9223372036854775807)
   )
   SELECT NOT EXISTS (SELECT 1 FROM last) AS "areGone"`,
);

const DELETE_WALK = namedQuery(
  'acquirer_statement_walks_delete',
  'DELETE FROM acquirer_statement_walks WHERE environment_id = $1 AND report_id = $2 AND processor = $3',
);

/** Deletes the stored lines of a statement once their report is ready, has failed, or does not need them. */
export class StatementClearance {
  constructor(private readonly database: Database) {}

  /** Deletes a batch of one walk. Returns false if there is nothing to delete. */
  advance(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [walk] = await transaction.run<Pick<StatementWalk, 'environmentId' | 'reportId' | 'processor'>>(CLAIM, []);
      if (walk === undefined) return false;
      const key = [walk.environmentId, walk.reportId, walk.processor];
      const [lines] = await transaction.run<{ areGone: boolean }>(DELETE_LINES, key);
      if (lines?.areGone === true) transaction.queue(DELETE_WALK, key);
      return true;
    });
  }
}
