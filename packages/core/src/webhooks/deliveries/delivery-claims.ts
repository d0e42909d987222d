import type { EventKind } from '@svc/contract';
import type { Database, Transaction } from '../../platform/database/database.js';
import { spanOf, within } from '../../platform/database/id-span.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { BEGINNING, type DuePlace } from '../../platform/queues/due-search.js';
import { MAX_ID, type WorkRef } from '../../platform/queues/work-queues.js';
import type { Trace } from '../../platform/tracing/trace.js';
import type { DueDelivery } from './delivery-backlog.js';
import {
  DeliveryEndpoints,
  ENDPOINT_STAMP,
  type DeliveryEndpoint,
  type StampedEndpoint,
} from './delivery-endpoints.js';

/** So many leases may be lost without an outcome before a delivery is given up as `worker_crash`. */
const MAX_LOST_LEASES = 10;

const UNLEASED = '(d.leased_until IS NULL OR d.leased_until <= now())';
const GIVEN_UP = `t.took_over AND d.lost_leases + 1 >= ${MAX_LOST_LEASES}`;

// Claiming writes no column that an index knows, but for what was put off: the row stays where it is, and no index is
// written. A row that has a lease still has lost it: that is counted, and uses up no attempt. What waits for a disabled
// endpoint is parked until `infinity` by a function, in statements of its own: see schema/functions/deliveries.sql. Its answer
// is no row of this one's, but Postgres does not know that, and so asks for it.
//
// This statement is run for every delivery, and the planner joins by loops alone: nothing is looked up twice, and what was
// read before is not read again. Of the endpoint it brings no more than the stamp (see delivery-endpoints.ts), an event of
// many endpoints once, and all deliveries in the first row, since the driver takes longer over a column of a row than over
// all else.
//
// The first and the last of the ids, and of the events, leave out the partitions of all other weeks before anything is
// begun: over a year of them, that is nearly all that the statement costs. What is due is asked so that no index of what is
// due serves: however much that is, those that are named are found by their ids. The limit leaves none of them out: it has
// the planner count on few, and look each up (see id-span.ts).
const CLAIM = namedQuery(
  'deliveries_claim',
  `WITH taken AS MATERIALIZED (
     SELECT d.environment_id, d.id, d.webhook_id, d.leased_until IS NOT NULL AS took_over,
            NOT w.enabled AS asleep, coalesce(${ENDPOINT_STAMP}, '') AS stamp
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[]) LIMIT cardinality($3)) AS r (environment_id, id)
       JOIN deliveries d ON d.environment_id = r.environment_id AND d.id = r.id
       LEFT JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id AND w.deleted_at IS NULL
      WHERE ${within('d.id', '$4', '$5')} AND (d.due_at <= now()) IS TRUE AND ${UNLEASED}
        FOR UPDATE OF d SKIP LOCKED
   ), asleep AS (
     SELECT array_agg(environment_id) AS environment_ids, array_agg(id) AS ids, array_agg(webhook_id) AS webhook_ids,
            array_agg(took_over) AS took_over
       FROM taken WHERE asleep
   ), parked AS MATERIALIZED (
     SELECT p.n FROM asleep a, park_deliveries(a.environment_ids, a.ids, a.webhook_ids, a.took_over, $4, $5) AS p (n)
      WHERE a.ids IS NOT NULL
   ), claimed AS (
     UPDATE deliveries d
        SET lease = d.lease + 1, lost_leases = d.lost_leases + t.took_over::int,
            status = CASE WHEN ${GIVEN_UP} THEN 'failed' ELSE 'pending' END,
            reason = CASE WHEN ${GIVEN_UP} THEN 'worker_crash' END,
            due_at = CASE WHEN ${GIVEN_UP} THEN NULL ELSE d.due_at END,
            leased_until = CASE WHEN ${GIVEN_UP} THEN NULL ELSE now() + $1::int * interval '1 millisecond' END,
            updated_at = now()
       FROM taken t
      WHERE d.environment_id = t.environment_id AND d.id = t.id AND ${within('d.id', '$4', '$5')} AND t.asleep IS NOT TRUE
      RETURNING d.environment_id, d.id, d.event_id, d.webhook_id, d.type, d.status, d.attempts, d.lease, t.took_over, t.stamp
   )
   SELECT string_agg(concat_ws(' ', c.environment_id, c.id, c.event_id, c.webhook_id, c.type, c.attempts, c.lease,
                                c.took_over::int, extract(epoch FROM now() - id_time(c.id))::float8, c.stamp), ';') AS text,
          NULL AS body, NULL AS trace
     FROM claimed c WHERE c.status = 'pending'
    UNION ALL
   SELECT e.id::text, e.body, e.trace
     FROM (SELECT DISTINCT environment_id, event_id FROM claimed WHERE status = 'pending') c
     JOIN events e ON e.environment_id = c.environment_id AND e.id = c.event_id AND ${within('e.id', '$6', '$7')}
    UNION ALL
   SELECT NULL, NULL, NULL FROM parked WHERE n IS NULL`,
);

const EVENTS = namedQuery(
  'deliveries_events',
  `SELECT r.id, e.body, e.trace
     FROM unnest($1::int[], $2::bigint[]) AS r (environment_id, id)
     JOIN events e ON e.environment_id = r.environment_id AND e.id = r.id`,
);

const DUE = namedQuery(
  'deliveries_due',
  `SELECT environment_id AS "environmentId", id, webhook_id AS "webhookId", event_id AS "eventId",
          due_at::text AS "dueAt"
     FROM deliveries
    WHERE due_at <= now() - $1::int * interval '1 millisecond' AND due_at >= $2::timestamptz
      AND (leased_until IS NULL OR leased_until <= now() - $1::int * interval '1 millisecond')
      AND (due_at, environment_id, id) > ($2::timestamptz, $3::int, $4::bigint)
    ORDER BY due_at, environment_id, id LIMIT $5`,
);

// Bounded and limited as a claim is, and fenced as an outcome.
const GIVE_BACK = namedQuery(
  'deliveries_give_back',
  `UPDATE deliveries d SET leased_until = NULL, updated_at = now()
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, lease)
    WHERE d.environment_id = r.environment_id AND d.id = r.id AND ${within('d.id', '$4', '$5')} AND d.lease = r.lease
      AND d.leased_until IS NOT NULL`,
);

const WAKE = namedQuery(
  'deliveries_wake',
  `UPDATE deliveries SET due_at = now(), updated_at = now()
    WHERE environment_id = $1 AND webhook_id = $2 AND status = 'pending' AND due_at = 'infinity'`,
);

/** Lets the deliveries go that were parked while their endpoint was disabled. The endpoint must be held. */
export function wakeDeliveries(transaction: Transaction, endpoint: { environmentId: number; id: string }): void {
  transaction.queue(WAKE, [endpoint.environmentId, endpoint.id]);
}

/** A delivery that this worker holds the lease of, with all that sending it needs. */
export interface ClaimedDelivery extends StampedEndpoint {
  readonly environmentId: number;
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: EventKind;
  /** Attempts made so far that had an outcome. */
  readonly attempts: number;
  readonly lease: number;
  /** Whether another worker had held it, whose lease has run out. */
  readonly tookOver: boolean;
  /** From its making to this claim, by the database's clock. */
  readonly waitedSeconds: number;
  /** Null when the event is past its retention. */
  readonly body: Buffer | null;
  /** The trace of the request that led to the event; null when none is known. */
  readonly trace: Trace | null;
  /** Null when it has been deleted. */
  readonly endpoint: DeliveryEndpoint | null;
}

/** What is sent of an event. */
type Sent = Pick<ClaimedDelivery, 'body' | 'trace'>;

/** Finds deliveries whose moment has come, and takes each for one worker at a time. */
export class DeliveryClaims {
  private readonly endpoints: DeliveryEndpoints;

  constructor(
    private readonly database: Database,
    private readonly leaseMs: number,
  ) {
    this.endpoints = new DeliveryEndpoints(database);
  }

  /** Those of the named deliveries that are due, without a live lease, and that nobody else is taking. */
  async claim(refs: readonly WorkRef[]): Promise<ClaimedDelivery[]> {
    const environments = refs.map((ref) => ref.environmentId);
    const ids = refs.map((ref) => ref.id);
    const values = [this.leaseMs, environments, ids, ...spanOf(ids), ...spanOfEvents(refs)];
    const rows = await this.database.forSystem().run<Sent & { text: string | null }>(CLAIM, values);
    let lines: string | null = null;
    const events = new Map<string, Sent>();
    for (const row of rows) {
      if (row.body === null) lines = row.text;
      else events.set(row.text ?? '', row);
    }
    const claimed = lines?.split(';').map(readLine) ?? [];
    const finding = Promise.all([this.endpoints.of(claimed), this.findMissing(claimed, events)]);
    const [endpoints] = await finding.catch(async (error: unknown) => {
      // If this fails as well, their leases run out.
      await this.giveBack(claimed).catch(() => {});
      throw error;
    });
    for (const [index, delivery] of claimed.entries()) {
      const event = events.get(delivery.eventId);
      delivery.body = event?.body ?? null;
      delivery.trace = event?.trace ?? null;
      delivery.endpoint = endpoints[index] ?? null;
    }
    return claimed;
  }

  /** Ends the leases of deliveries that were not tried: they are due as before. */
  private async giveBack(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const ids = claimed.map(({ id }) => id);
    const environments = claimed.map(({ environmentId }) => environmentId);
    const leases = claimed.map(({ lease }) => lease);
    await this.database.forSystem().run(GIVE_BACK, [environments, ids, leases, ...spanOf(ids)]);
  }

  /** What a queue says of events is a hint: those that were not found by it are looked for once more, by the rows. */
  private async findMissing(claimed: readonly ClaimedDelivery[], events: Map<string, Sent>): Promise<void> {
    const missing = claimed.filter(({ eventId }) => !events.has(eventId));
    if (missing.length === 0) return;
    const values = [missing.map(({ environmentId }) => environmentId), missing.map(({ eventId }) => eventId)];
    const found = await this.database.forSystem().run<Sent & { id: string }>(EVENTS, values);
    for (const { id, ...event } of found) events.set(id, event);
  }

  /** Up to `limit` deliveries that have been due, or without a live lease, for `graceMs`: the longest first. */
  due(graceMs: number, limit: number, after: DuePlace = BEGINNING): Promise<(DueDelivery & DuePlace)[]> {
    return this.database
      .forSystem()
      .run<DueDelivery & DuePlace>(DUE, [graceMs, after.dueAt, after.environmentId, after.id, limit]);
  }
}

/** A delivery as its line tells it: without its event and its endpoint. */
function readLine(line: string): { -readonly [Field in keyof ClaimedDelivery]: ClaimedDelivery[Field] } {
  const [environmentId, id, eventId, webhookId, type, attempts, lease, tookOver, waitedSeconds, stamp] =
    line.split(' ');
  return {
    environmentId: Number(environmentId),
    id: id ?? '',
    eventId: eventId ?? '',
    webhookId: webhookId ?? '',
    type: type as EventKind,
    attempts: Number(attempts),
    lease: Number(lease),
    tookOver: tookOver === '1',
    waitedSeconds: Number(waitedSeconds),
    stamp: stamp ?? '',
    body: null,
    trace: null,
    endpoint: null,
  };
}

/** Between which ids the events lie; from the first to the last that there can be, where one of them is unknown. */
function spanOfEvents(refs: readonly WorkRef[]): readonly [string, string] {
  const known = refs.flatMap(({ eventId }) => eventId ?? []);
  return known.length === refs.length ? spanOf(known) : ['0', String(MAX_ID)];
}
