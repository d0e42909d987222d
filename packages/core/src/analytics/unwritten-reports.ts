import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PartitionedTable, PartitionUse } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';

// Reports are written from their end on: what has been reached is not read again.
const NEEDED = namedQuery(
  'reports_needing',
  `SELECT EXISTS (SELECT 1 FROM reports
                   WHERE status IN ('pending', 'running') AND type = 'deliveries'
                     AND from_id < $2 AND reached > $1) AS needed`,
);

/** Deliveries that a report under way has not come to yet. */
export class UnwrittenReports implements PartitionUse {
  readonly name = 'reports';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table === 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
