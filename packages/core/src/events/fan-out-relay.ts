import type { EventKind } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import type { WorkQueues, WorkRef } from '../platform/queues/work-queues.js';
import { insertDeliveries } from './delivery-rows.js';
import type { PartitionUse, PartitionedTable } from '../platform/partitions/partition-use.js';
import type { IdRange } from '../platform/reports/report-source.js';

/** So many endpoints get their deliveries in one transaction. */
const CHUNK = 1_000;

const CLAIM = namedQuery(
  'fan_outs_claim',
  `SELECT environment_id AS "environmentId", event_id AS "eventId", type, reached, last FROM fan_outs
    ORDER BY event_id LIMIT 1
      FOR UPDATE SKIP LOCKED`,
);

// As of the event: an endpoint that came later lies behind the last one of then. One that was disabled since is still
// sent the event, which then waits for it; the few that this misjudges, disabled before and edited since, get it too.
const RECEIVERS = namedQuery(
  'webhooks_of_fan_out',
  `SELECT id FROM webhooks
    WHERE environment_id = $1 AND id > $2 AND id <= $3 AND $4 = ANY (events) AND deleted_at IS NULL
      AND (enabled OR updated_at > id_time($5))
    ORDER BY id LIMIT $6`,
);

const REACH = namedQuery(
  'fan_outs_reach',
  'UPDATE fan_outs SET reached = $3 WHERE environment_id = $1 AND event_id = $2',
);

const FINISH = namedQuery('fan_outs_finish', 'DELETE FROM fan_outs WHERE environment_id = $1 AND event_id = $2');

interface OpenFanOut {
  readonly environmentId: number;
  readonly eventId: string;
  readonly type: EventKind;
  readonly reached: string;
  readonly last: string;
}

/** Makes the deliveries of events that have too many receivers for the transaction that caused them. */
export class FanOutRelay {
  constructor(
    private readonly database: Database,
    private readonly ids: IdSource,
    private readonly queues: WorkQueues,
  ) {}

  /**
   * Takes the oldest event that nobody else works at one chunk further. Deliveries and the place reached are committed
   * together: a chunk is made once, whoever dies meanwhile. False when there is nothing to do.
   */
  async advance(): Promise<boolean> {
    const made = await this.database.transaction(async (transaction) => {
      const [fanOut] = await transaction.run<OpenFanOut>(CLAIM, []);
      return fanOut && this.expand(transaction, fanOut);
    });
    if (made === undefined) return false;
    await this.queues.hint('deliveries', made);
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
