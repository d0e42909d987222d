import type { EventKind, Schemas } from '@svc/contract';
import type { Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { PRESENT_EPOCH } from '../platform/database/server-life.js';
import { type IdSource, idTime, toPublicId } from '../platform/ids.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import type { Trace } from '../platform/tracing/trace.js';
import type { Mode } from '../security/environment.entity.js';
import { selectsSql } from './event-selectors.js';

/** The `data` of an event type. */
export type EventPayload<Kind extends EventKind> = Schemas[Kind]['data'];

/** What an event says about its cause. A caller is one. */
export interface EventCause {
  readonly mode: Mode;
  /** The trace of the request; none for what the service does by itself. */
  readonly trace?: Trace | null | undefined;
}

/** An event to be stored, with the bytes of its deliveries. */
export interface NewEvent {
  readonly environmentId: number;
  readonly id: string;
  readonly type: EventKind;
  /** The payment, customer or other object of the event. */
  readonly objectId: string;
  readonly body: Buffer;
  /** The trace of the request that caused it. */
  readonly trace: Trace | null;
}

interface EventContent<Kind extends EventKind> extends Pick<NewEvent, 'environmentId' | 'id' | 'objectId'> {
  readonly type: Kind;
  readonly data: EventPayload<Kind>;
  readonly trace?: Trace | null | undefined;
}

/** Creates an event and serializes its body, once for all deliveries. */
export function newEvent<Kind extends EventKind>({
  environmentId,
  id,
  type,
  objectId,
  data,
  trace = null,
}: EventContent<Kind>): NewEvent {
  const envelope = { id: toPublicId('evt', id), type, created: idTime(id).toISOString(), data };
  return { environmentId, id, type, objectId, body: Buffer.from(JSON.stringify(envelope), 'utf8'), trace };
}

/** An event with more receivers is left to the relay, so that it does not slow down the transaction that causes it. */
export const MAX_CONCURRENT = 20;

// Finding one endpoint too many is enough. LIMIT also keeps the planner from reading the endpoints of all environments first.
const ENDPOINTS = namedQuery(
  'webhooks_receiving',
  `SELECT k.environment_id, k.type, w.id
     FROM unnest($1::int[], $2::text[]) AS k (environment_id, type)
    CROSS JOIN LATERAL (
      SELECT id FROM webhooks
       WHERE environment_id = k.environment_id AND ${selectsSql('events', 'k.type')} AND enabled AND deleted_at IS NULL
       LIMIT ${MAX_CONCURRENT + 1}
    ) w`,
);

// Takes the transaction id before endpoints are read. A transaction that does not see an endpoint as enabled then has a lower
// id than that of a replay requested later, and the replay waits for it.
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

/** An event type in an environment. */
export interface Topic {
  readonly environmentId: number;
  readonly type: EventKind;
}

function keyOf({ environmentId, type }: Topic): string {
  return `${environmentId} ${type}`;
}

/** The endpoints per event type, as read in one transaction. */
export class Audience {
  private readonly endpoints = new Map<string, string[]>();

  constructor(rows: readonly EndpointRow[]) {
    for (const row of rows) {
      const key = keyOf({ environmentId: row.environment_id, type: row.type });
      const known = this.endpoints.get(key);
      if (known === undefined) this.endpoints.set(key, [row.id]);
      else known.push(row.id);
    }
  }

  /** The endpoints of a topic; empty when the relay has to write their deliveries. */
  of(topic: Topic): readonly string[] {
    return this.isWide(topic) ? [] : this.known(topic);
  }

  /** Whether a topic has too many endpoints to write their deliveries at once. */
  isWide(topic: Topic): boolean {
    return this.known(topic).length > MAX_CONCURRENT;
  }

  private known(topic: Topic): readonly string[] {
    return this.endpoints.get(keyOf(topic)) ?? [];
  }
}

/** Writes events and their deliveries in the transaction of the change. */
export class Outbox {
  constructor(private readonly ids: IdSource) {}

  /** Reads the endpoints of topics. */
  async audience(transaction: Transaction, topics: readonly Topic[]): Promise<Audience> {
    const distinct = [...new Map(topics.map((topic) => [keyOf(topic), topic])).values()];
    if (distinct.length > 0) transaction.queue(NUMBER, []);
    const rows = await transaction.run<EndpointRow>(ENDPOINTS, [
      distinct.map((topic) => topic.environmentId),
      distinct.map((topic) => topic.type),
    ]);
    return new Audience(rows);
  }

  /**
   * Stores events and a delivery for each endpoint, or a fan-out for the relay where there are too many. Returns the deliveries
   * to add to the queue after the commit.
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
