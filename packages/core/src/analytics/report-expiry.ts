import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';

/** Chunks to delete in one batch: about half as many megabytes. */
const CHUNKS = 100;

const CLAIM = namedQuery(
  'reports_claim_expired',
  `SELECT environment_id AS "environmentId", id FROM reports
    WHERE status <> 'expired' AND expires_at <= now() ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

const DELETE = namedQuery(
  'report_chunks_delete',
  `WITH deleted AS (
     DELETE FROM report_chunks
      WHERE environment_id = $1 AND report_id = $2
        AND n IN (SELECT n FROM report_chunks WHERE environment_id = $1 AND report_id = $2 ORDER BY n LIMIT ${CHUNKS})
      RETURNING n
   )
   UPDATE reports SET status = 'expired', bytes = NULL
    WHERE environment_id = $1 AND id = $2 AND (SELECT count(*) FROM deleted) < ${CHUNKS}`,
);

/** Deletes the files of expired reports. */
export class ReportExpiry {
  constructor(private readonly database: Database) {}

  /** Deletes a batch of one report. Returns false if there is nothing to delete. */
  advance(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const [report] = await transaction.run<{ environmentId: number; id: string }>(CLAIM, []);
      if (report === undefined) return false;
      transaction.queue(DELETE, [report.environmentId, report.id]);
      return true;
    });
  }
}
