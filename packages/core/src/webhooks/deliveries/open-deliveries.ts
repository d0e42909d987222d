import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Logger } from '../../platform/logger.js';
import type { PartitionedTable, PartitionUse } from '../../platform/partitions/partition-use.js';
import type { IdRange } from '../../platform/reports/report-source.js';

const ROUND = 1_000;

const NEEDED = namedQuery(
  'deliveries_needed',
  'SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL AND id >= $1 AND id < $2) AS needed',
);

// Redeliveries are younger than their event.
const EVENTS_NEEDED = namedQuery(
  'deliveries_needing_events',
  'SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL AND event_id >= $1 AND event_id < $2) AS needed',
);

// A locked delivery is left for the next round.
const EXPIRE = namedQuery(
  'deliveries_expire',
  `WITH expired AS (
     SELECT environment_id, id FROM deliveries
      WHERE due_at = 'infinity' AND event_id < $1 LIMIT $2
        FOR UPDATE SKIP LOCKED
   )
   UPDATE deliveries d SET status = 'cancelled', reason = 'event_expired', due_at = NULL, updated_at = now()
     FROM expired e WHERE d.environment_id = e.environment_id AND d.id = e.id
   RETURNING d.webhook_id AS "webhookId"`,
);

/** Keeps the partitions of open deliveries, of their attempts and of their events. */
export class OpenDeliveries implements PartitionUse {
  readonly name = 'deliveries';

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    const query = table === 'events' ? EVENTS_NEEDED : NEEDED;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(query, [fromId, toId]);
    return row?.needed === true;
  }

  /** Cancels deliveries that wait for a disabled endpoint, as it may never be enabled. Due ones are still delivered. */
  async abandon({ toId }: IdRange): Promise<void> {
    for (;;) {
      const expired = await this.database.forSystem().run<{ webhookId: string }>(EXPIRE, [toId, ROUND]);
      for (const [webhook, deliveries] of countedBy(expired)) {
        const text = 'deliveries cancelled: their endpoint is disabled and their events are past retention';
        this.logger.warn({ event: 'deliveries_expired', webhook, deliveries }, text);
      }
      if (expired.length < ROUND) return;
    }
  }
}

function countedBy(expired: readonly { readonly webhookId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { webhookId } of expired) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}
