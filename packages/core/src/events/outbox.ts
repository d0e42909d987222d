import type { EventKind, Schemas } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { PRESENT_EPOCH } from '../platform/database/server-life.js';
import { type IdSource, idTime, toPublicId } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-queues.js';
import type { Trace } from '../platform/tracing/trace.js';

/** What an event of a kind carries. */
export type EventPayload<Kind extends EventKind> = Schemas[Kind]['data'];

/** An event about to be stored, with the bytes that every delivery of it will carry. */
export interface NewEvent {
  readonly environmentId: number;
  readonly id: string;
  readonly type: EventKind;
  /** The payment, customer or other object that it is about. */
  readonly objectId: string;
  readonly body: Buffer;
  /** The trace of the request that led to it. */
  readonly trace: Trace | null;
}

/** Makes an event and its bytes, once and for all. */
export function newEvent<Kind extends EventKind>(
  environmentId: number,
  id: string,
  type: Kind,
  objectId: string,
  data: EventPayload<Kind>,
  trace: Trace | null = null,
): NewEvent {
  const envelope = { id: toPublicId('evt', id), type, created: idTime(id).toISOString(), data };
  return { environmentId, id, type, objectId, body: Buffer.from(JSON.stringify(envelope), 'utf8'), trace };
}

/** An event with more receivers than this is left to the relay: what caused it must not wait for them. */
export const MAX_CONCURRENT = 20;

// Finding one endpoint too many is enough. The limit also keeps the planner from turning the join round and reading the
// endpoints of all environments.
const ENDPOINTS = namedQuery(
  'webhooks_receiving',
  `SELECT k.environment_id, k.type, w.id
     FROM unnest($1::int[], $2::text[]) AS k (environment_id, type)
    CROSS JOIN LATERAL (
      SELECT id FROM webhooks
       WHERE environment_id = k.environment_id AND k.type = ANY (events) AND enabled AND deleted_at IS NULL
       LIMIT ${MAX_CONCURRENT + 1}
    ) w`,
);

// What has this transaction's number, and does not see an endpoint enabled, has one before that of a replay that is asked for
// afterwards: the replay waits for it. So the number comes first.
const NUMBER = namedQuery('transaction_number', 'SELECT pg_current_xact_id()');

const APPEND = namedQuery(
  'events_append',
  `WITH appended AS (
     INSERT INTO events (environment_id, id, type, object_id, body, trace, epoch, xid)
     SELECT e.environment_id, e.id, e.type, e.object_id, e.body, e.trace, ${PRESENT_EPOCH},
            pg_current_xact_id()::text::bigint
       FROM unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[], $6::text[])
         AS e (environment_id, id, type, object_id, body, trace)
   ), left_to_the_relay AS (
     INSERT INTO fan_outs (environment_id, event_id, type, last)
     SELECT f.environment_id, f.event_id, f.type,
            (SELECT max(id) FROM webhooks WHERE environment_id = f.environment_id)
       FROM unnest($12::int[], $13::bigint[], $14::text[]) AS f (environment_id, event_id, type)
   )
   INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
   SELECT d.environment_id, d.id, d.event_id, d.webhook_id, d.type, 'pending', now(), now()
     FROM unnest($7::int[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[])
       AS d (environment_id, id, event_id, webhook_id, type)`,
);

interface EndpointRow {
  environment_id: number;
  type: EventKind;
  id: string;
}

/** A kind of event in one environment. */
export interface Topic {
  readonly environmentId: number;
  readonly type: EventKind;
}

/** Which endpoints receive which kind of event, as read in one transaction. */
export class Audience {
  private readonly endpoints = new Map<string, string[]>();

  constructor(rows: readonly EndpointRow[]) {
    for (const row of rows) {
      const key = `${row.environment_id} ${row.type}`;
      const known = this.endpoints.get(key);
      if (known === undefined) this.endpoints.set(key, [row.id]);
      else known.push(row.id);
    }
  }

  /** The endpoints that receive the topic; none of a topic that too many receive. */
  of(topic: Topic): readonly string[] {
    return this.isWide(topic) ? [] : this.known(topic);
  }

  /** Whether too many receive the topic for their deliveries to be made at once. */
  isWide(topic: Topic): boolean {
    return this.known(topic).length > MAX_CONCURRENT;
  }

  private known(topic: Topic): readonly string[] {
    return this.endpoints.get(`${topic.environmentId} ${topic.type}`) ?? [];
  }
}

/** Events and their fan-out to deliveries, written with the change that they tell of. */
export class Outbox {
  constructor(private readonly ids: IdSource) {}

  /** Who receives events of these kinds now. Each topic may be named once. */
  async audience(transaction: Transaction, topics: readonly Topic[]): Promise<Audience> {
    if (topics.length > 0) transaction.queue(NUMBER, []);
    const rows = await transaction.run<EndpointRow>(ENDPOINTS, [
      topics.map((topic) => topic.environmentId),
      topics.map((topic) => topic.type),
    ]);
    return new Audience(rows);
  }

  /**
   * Stores events and one delivery for each endpoint of their audience; where that is too wide, only the note that the
   * relay is to make them. The deliveries are returned, to be hinted at once the transaction has committed.
   */
  async append(transaction: Transaction, events: readonly NewEvent[], audience: Audience): Promise<WorkRef[]> {
    const addressed = events.flatMap((event) => audience.of(event).map((webhookId) => ({ event, webhookId })));
    const wide = events.filter((event) => audience.isWide(event));
    const deliveryIds = await this.ids.take(addressed.length);
    transaction.queue(APPEND, [
      events.map((event) => event.environmentId),
      events.map((event) => event.id),
      events.map((event) => event.type),
      events.map((event) => event.objectId),
      events.map((event) => event.body),
      events.map((event) => event.trace),
      addressed.map(({ event }) => event.environmentId),
      deliveryIds,
      addressed.map(({ event }) => event.id),
      addressed.map(({ webhookId }) => webhookId),
      addressed.map(({ event }) => event.type),
      wide.map((event) => event.environmentId),
      wide.map((event) => event.id),
      wide.map((event) => event.type),
    ]);
    return addressed.map(({ event: { environmentId, id: eventId }, webhookId }, index) => {
      return { environmentId, id: deliveryIds[index] ?? '', webhookId, eventId };
    });
  }
}
