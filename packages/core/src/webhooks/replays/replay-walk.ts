import type { EventKind } from '@svc/contract';
import { insertDeliveries } from '../../events/delivery-rows.js';
import { type EventSelector, selects, selectsSql } from '../../events/event-selectors.js';
import { receivesSql } from '../../events/fan-out-relay.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { IdSource } from '../../platform/ids.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { PartitionUse, PartitionedTable } from '../../platform/partitions/partition-use.js';
import type { IdRange } from '../../platform/reports/report-source.js';

/** Events scanned per transaction. */
const CHUNK = 500;

// Environments take turns, however many replays each has. Of its replays, the one that waited longest goes first, so that a
// long one does not block others, and only once all transactions from before the
// request are over: they may have skipped an endpoint that was disabled. Those took ids until now, so the walk ends at the
// clock of its start, plus 10 ms for the current millisecond and differing clocks.
const CLAIM = namedQuery(
  'replays_claim',
  `SELECT r.environment_id AS "environmentId", r.id, r.webhook_id AS "webhookId", r.type, r.only_failed AS "onlyFailed",
          r.reached, r.xid, r.epoch,
          coalesce(r.to_id, id_at(least(r.created_to, now() + interval '10 ms'))) AS "toId",
          CASE WHEN w.deleted_at IS NULL THEN w.events ELSE '{}' END AS selectors
     FROM replays r JOIN webhooks w ON w.environment_id = r.environment_id AND w.id = r.webhook_id
     CROSS JOIN system_state s
     JOIN (SELECT environment_id, max(updated_at) AS last FROM replays
            WHERE status <> 'completed' GROUP BY environment_id) t ON t.environment_id = r.environment_id
    WHERE r.status <> 'completed'
      AND (r.epoch < s.event_epoch OR r.xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    ORDER BY t.last, r.updated_at LIMIT 1
      FOR UPDATE OF r SKIP LOCKED`,
);

// Events that the relay has yet to deliver were not missed. Those after the request are delivered anyway.
const SCAN = namedQuery(
  'replays_scan',
  `SELECT e.id, e.type,
          ${selectsSql('$5::text[]', 'e.type')} AND e.before AND (NOT $6::boolean OR (
            coalesce((SELECT d.status FROM deliveries d
                       WHERE d.environment_id = $1 AND d.event_id = e.id AND d.webhook_id = $4
                       ORDER BY d.event_id DESC, d.webhook_id DESC, d.id DESC LIMIT 1), 'failed')
              IN ('failed', 'cancelled')
            AND NOT EXISTS (SELECT 1 FROM fan_outs f JOIN webhooks w ON w.environment_id = $1 AND w.id = $4
                             WHERE f.environment_id = $1 AND f.event_id = e.id AND f.reached < $4 AND f.last >= $4
                               AND ${receivesSql('e.id')}))) AS wanted
     FROM (SELECT id, type, (epoch, xid) < ($8, $9) AS before FROM events
            WHERE environment_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $7) e
    ORDER BY e.id`,
);

const REACH = namedQuery(
  'replays_reach',
  `UPDATE replays SET reached = $3, deliveries = deliveries + $4, status = $5, to_id = $6, updated_at = clock_timestamp()
    WHERE environment_id = $1 AND id = $2`,
);

const PRUNE = namedQuery(
  'replays_prune',
  `DELETE FROM replays WHERE (environment_id, id) IN (
     SELECT environment_id, id FROM replays
      WHERE status = 'completed' AND updated_at < now() - interval '30 days' ORDER BY updated_at LIMIT $1
        FOR UPDATE SKIP LOCKED)
   RETURNING id`,
);

interface OpenReplay {
  readonly environmentId: number;
  readonly id: string;
  readonly webhookId: string;
  readonly type: EventKind | null;
  readonly onlyFailed: boolean;
  readonly reached: string;
  readonly toId: string;
  readonly xid: string;
  readonly epoch: number;
  /** The types that the endpoint lists; none when it was deleted. */
  readonly selectors: readonly EventSelector[];
}

interface ScannedEvent {
  readonly id: string;
  readonly type: EventKind;
  readonly wanted: boolean;
}

/** Carries out replays in chunks of events. */
export class ReplayWalk {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly queues: WorkQueues,
  ) {}

  /**
   * Advances a replay by a chunk. Deliveries and progress commit together, so that a crash neither repeats nor skips any.
   * Returns false when there is nothing to do.
   */
  async advance(): Promise<boolean> {
    const made = await this.database.transaction(async (transaction) => {
      const [replay] = await transaction.run<OpenReplay>(CLAIM, []);
      return replay && this.step(transaction, replay);
    });
    if (made === undefined) return false;
    // A replay may have millions: it leaves room in the window of its environment for what is new.
    await this.queues.feed('deliveries', made);
    return true;
  }

  /** Deletes up to `limit` replays that completed a month ago, and returns how many. */
  async prune(limit: number): Promise<number> {
    return (await this.database.forSystem().run(PRUNE, [limit])).length;
  }

  private async step(transaction: Transaction, replay: OpenReplay): Promise<WorkRef[]> {
    const { environmentId, webhookId } = replay;
    const scanned = await this.scan(transaction, replay);
    const wanted = scanned.filter((event) => event.wanted);
    const ids = await this.ids.take(wanted.length);
    const made = wanted.map(({ id: eventId, type }, index) => ({ id: ids[index] ?? '', eventId, webhookId, type }));
    if (made.length > 0) insertDeliveries(transaction, environmentId, made);
    const status = scanned.length < CHUNK ? 'completed' : 'running';
    const reached = scanned.at(-1)?.id ?? replay.reached;
    transaction.queue(REACH, [environmentId, replay.id, reached, made.length, status, replay.toId]);
    return made.map(({ id, eventId }) => ({ environmentId, id, webhookId, eventId }));
  }

  private async scan(transaction: Transaction, replay: OpenReplay): Promise<ScannedEvent[]> {
    const { environmentId, webhookId, type, onlyFailed, reached, toId, xid, epoch } = replay;
    const wanted = type === null ? replay.selectors : selects(replay.selectors, type) ? [type] : [];
    if (wanted.length === 0) return [];
    const values = [environmentId, reached, toId, webhookId, wanted, onlyFailed, CHUNK, epoch, xid];
    return transaction.run<ScannedEvent>(SCAN, values);
  }
}

// A replay does not read again what it has passed.
const NEEDED = namedQuery(
  'replays_needing',
  `SELECT EXISTS (SELECT 1 FROM replays
                   WHERE status <> 'completed' AND reached < $2::bigint - 1 AND created_to > id_time($1)) AS needed`,
);

/** Keeps events that an open replay has yet to reach, and the deliveries that show which were missed. */
export class OpenReplays implements PartitionUse {
  readonly name = 'replays';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table === 'delivery_attempts') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
