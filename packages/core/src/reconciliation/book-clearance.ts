import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

/** So many lines are deleted at once. */
const LINES = 5_000;

const CLAIM = namedQuery(
  'book_walks_claim_done',
  `SELECT w.environment_id AS "environmentId", w.report_id AS "reportId"
     FROM book_walks w JOIN reports r ON r.environment_id = w.environment_id AND r.id = w.report_id
    WHERE r.status NOT IN ('pending', 'running') OR r.book IN ('no_book', 'not_compared')
    ORDER BY w.due_at LIMIT 1
      FOR UPDATE OF w SKIP LOCKED`,
);

const DELETE_LINES = namedQuery(
  'book_lines_delete',
  `WITH deleted AS (
     DELETE FROM book_lines
      WHERE environment_id = $1 AND report_id = $2
        AND attempt_id IN (SELECT attempt_id FROM book_lines WHERE environment_id = $1 AND report_id = $2
                            ORDER BY attempt_id LIMIT ${LINES})
      RETURNING attempt_id
   )
   SELECT count(*) < ${LINES} AS "areGone" FROM deleted`,
);

const DELETE_WALK = namedQuery(
  'book_walks_delete',
  'DELETE FROM book_walks WHERE environment_id = $1 AND report_id = $2',
);

/** Deletes what was read of an acquirer's book, once its report is ready, has failed, or does without. */
export class BookClearance {
  constructor(private readonly database: Database) {}

  /** Deletes some of one walk. False when there is nothing to delete. */
  advance(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [walk] = await transaction.run<{ environmentId: number; reportId: string }>(CLAIM, []);
      if (walk === undefined) return false;
      const key = [walk.environmentId, walk.reportId];
      const [lines] = await transaction.run<{ areGone: boolean }>(DELETE_LINES, key);
      if (lines?.areGone === true) transaction.queue(DELETE_WALK, key);
      return true;
    });
  }
}
