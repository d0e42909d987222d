import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PartitionedTable, PartitionUse } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';

const NEEDED = namedQuery(
  'fan_outs_needing',
  'SELECT EXISTS (SELECT 1 FROM fan_outs WHERE event_id >= $1 AND event_id < $2) AS needed',
);

/** Events whose deliveries the relay has not made yet. */
export class OpenFanOuts implements PartitionUse {
  readonly name = 'fan-outs';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table !== 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
