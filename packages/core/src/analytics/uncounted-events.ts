import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PartitionedTable, PartitionUse } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';
import { OLDEST_UNCOUNTED_MS } from './roll-ups.js';

const NEEDED = namedQuery(
  'rollups_needing',
  `SELECT as_of < id_time($1) + $2::int * interval '1 millisecond' AS needed FROM rollup_progress`,
);

/** Events that the roll-ups have not counted yet. */
export class UncountedEvents implements PartitionUse {
  readonly name = 'roll-ups';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { toId }: IdRange): Promise<boolean> {
    if (table !== 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [toId, OLDEST_UNCOUNTED_MS]);
    return row?.needed !== false;
  }
}
