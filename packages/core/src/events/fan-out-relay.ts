import type { EventKind } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import type { WorkQueues } from '../platform/queues/work-queues.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { insertDeliveries } from './delivery-rows.js';
import { selectsSql } from './event-selectors.js';
import type { PartitionUse, PartitionedTable } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';

/** Endpoints per transaction. */
const CHUNK = 1_000;

// By the primary key, however many rows an environment has.
const CLAIM = namedQuery(
  'fan_outs_claim',
  `SELECT environment_id AS "environmentId", event_id AS "eventId", type, reached, last FROM fan_outs
    WHERE environment_id > $1
    ORDER BY environment_id, event_id LIMIT 1
      FOR UPDATE SKIP LOCKED`,
);

/**
 * Which endpoints get an event, in SQL. One disabled since gets a delivery, which waits for it; so do the few that were
 * disabled before the event and edited since.
 */
export function receivesSql(eventId: string): string {
  return `deleted_at IS NULL AND (enabled OR updated_at > id_time(${eventId}))`;
}

// `last` excludes endpoints that are newer than the event.
const RECEIVERS = namedQuery(
  'webhooks_of_fan_out',
  `SELECT id FROM webhooks
    WHERE environment_id = $1 AND id > $2 AND id <= $3 AND ${selectsSql('events', '$4::text')}
      AND ${receivesSql('$5')}
    ORDER BY id LIMIT $6`,
);

const REACH = namedQuery(
  'fan_outs_reach',
  'UPDATE fan_outs SET reached = $3 WHERE environment_id = $1 AND event_id = $2',
);

const FINISH = namedQuery('fan_outs_finish', 'DELETE FROM fan_outs WHERE environment_id = $1 AND event_id = $2');

/** Less than the id of any environment. */
const BEFORE_ALL = 0;

interface OpenFanOut {
  readonly environmentId: number;
  readonly eventId: string;
  readonly type: EventKind;
  readonly reached: string;
  readonly last: string;
}

/** Writes the deliveries of events with too many endpoints for the transaction that caused them. Environments take turns. */
export class FanOutRelay {
  /** The environment served last. Each process takes its own turns. */
  private served = BEFORE_ALL;

  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly queues: Pick<WorkQueues, 'add'>,
  ) {}

  /**
   * Writes a chunk of deliveries for the oldest event of the next environment that is not locked. Deliveries and progress commit
   * together, so a chunk is written once. Returns false when there is nothing to do.
   */
  async advance(): Promise<boolean> {
    const made = await this.database.transaction(async (transaction) => {
      const fanOut = (await claimAfter(transaction, this.served)) ?? (await claimAfter(transaction, BEFORE_ALL));
      if (fanOut === undefined) return undefined;
      this.served = fanOut.environmentId;
      return this.expand(transaction, fanOut);
    });
    if (made === undefined) return false;
    await this.queues.add('deliveries', made);
    return true;
  }

  private async expand(transaction: Transaction, fanOut: OpenFanOut): Promise<WorkRef[]> {
    const { environmentId, eventId, type, reached, last } = fanOut;
    const range = [environmentId, reached, last, type, eventId, CHUNK];
    const receivers = await transaction.run<{ id: string }>(RECEIVERS, range);
    const webhookIds = receivers.map(({ id }) => id);
    const deliveryIds = await this.ids.take(webhookIds.length);
    const made = webhookIds.map((webhookId, index) => ({ id: deliveryIds[index] ?? '', eventId, webhookId, type }));
    if (made.length > 0) insertDeliveries(transaction, environmentId, made);
    const furthest = webhookIds.at(-1);
    if (furthest === undefined || webhookIds.length < CHUNK) transaction.queue(FINISH, [environmentId, eventId]);
    else transaction.queue(REACH, [environmentId, eventId, furthest]);
    return made.map(({ id, webhookId }) => ({ environmentId, id, webhookId, eventId }));
  }
}

async function claimAfter(transaction: Transaction, environmentId: number): Promise<OpenFanOut | undefined> {
  const [fanOut] = await transaction.run<OpenFanOut>(CLAIM, [environmentId]);
  return fanOut;
}

const NEEDED = namedQuery(
  'fan_outs_needing',
  'SELECT EXISTS (SELECT 1 FROM fan_outs WHERE event_id >= $1 AND event_id < $2) AS needed',
);

/** Keeps event partitions with deliveries that the relay has yet to write. */
export class OpenFanOuts implements PartitionUse {
  readonly name = 'fan-outs';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table !== 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
