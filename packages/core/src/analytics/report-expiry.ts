import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery, type NamedQuery } from '../platform/database/named-query.js';

/** Chunks to delete in one batch: about half as many megabytes. */
const CHUNKS = 100;

const CLAIM_FAILED = namedQuery(
  'reports_claim_failed',
  `SELECT environment_id AS "environmentId", id FROM reports
    WHERE status = 'failed' AND chunks > 0 ORDER BY environment_id, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

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
   UPDATE reports
      SET status = CASE WHEN expires_at <= now() THEN 'expired' ELSE status END, chunks = 0, bytes = NULL
    WHERE environment_id = $1 AND id = $2 AND (SELECT count(*) FROM deleted) < ${CHUNKS}`,
);

/** Deletes what failed reports have written, and the files of expired ones. */
export class ReportExpiry {
  constructor(private readonly database: Database) {}

  /** Deletes a batch of one report. Returns false if there is nothing to delete. */
  advance(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const report = (await claim(transaction, CLAIM_FAILED)) ?? (await claim(transaction, CLAIM));
      if (report === undefined) return false;
      transaction.queue(DELETE, [report.environmentId, report.id]);
      return true;
    });
  }
}

async function claim(
  transaction: Transaction,
  query: NamedQuery,
): Promise<{ readonly environmentId: number; readonly id: string } | undefined> {
  const [report] = await transaction.run<{ environmentId: number; id: string }>(query, []);
  return report;
}
