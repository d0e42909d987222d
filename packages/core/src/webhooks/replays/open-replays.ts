import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { PartitionedTable, PartitionUse } from '../../platform/partitions/partition-use.js';
import type { IdRange } from '../../platform/reports/report-source.js';

// What a replay has gone past it does not look at again.
const NEEDED = namedQuery(
  'replays_needing',
  `SELECT EXISTS (SELECT 1 FROM replays
                   WHERE status <> 'completed' AND reached < $2::bigint - 1 AND created_to > id_time($1)) AS needed`,
);

/** Events that a replay under way has not come to yet, and the deliveries that tell it which of them were missed. */
export class OpenReplays implements PartitionUse {
  readonly name = 'replays';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table === 'delivery_attempts') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
