import type { EventKind } from '@svc/contract';
import type { Database } from '../../platform/database/database.js';
import { idRangeOf, inIdRange } from '../../platform/database/id-range.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { dueByEnvironment, readDue } from '../../platform/queues/due-rows.js';
import type { DueQuery, DuePage, DueSource } from '../../platform/queues/due-feed.js';
import { MAX_ID, idTime } from '../../platform/ids.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import type { Trace } from '../../platform/tracing/trace.js';
import {
  DeliveryEndpoints,
  ENDPOINT_STAMP,
  type DeliveryEndpoint,
  type StampedEndpoint,
} from './delivery-endpoints.js';

/** After so many leases lost without an outcome a delivery fails as `worker_crash`. */
const MAX_LOST_LEASES = 10;

const UNLEASED = '(d.leased_until IS NULL OR d.leased_until <= now())';
const GIVEN_UP = `t.took_over AND d.lost_leases + 1 >= ${MAX_LOST_LEASES}`;

// Claiming changes no indexed column, except of deferred deliveries, so the rows stay on their pages. A row that still has a
// lease has lost it: that is counted, and uses up no attempt. Deliveries of disabled endpoints are parked by a function
// (schema/functions/deliveries.sql); the last UNION only makes Postgres call it.
//
// The statement runs for every delivery. It returns the stamp of an endpoint (delivery-endpoints.ts), each event once, and
// all deliveries in one row, because a column of a row costs the driver more than anything else.
//
// The spans of delivery and event ids prune the partitions of other weeks, which saves most of the cost. IS TRUE keeps the
// planner off the index of due deliveries, and LIMIT makes it look up each id (id-range.ts).
const CLAIM = namedQuery(
  'deliveries_claim',
  `WITH taken AS MATERIALIZED (
     SELECT d.environment_id, d.id, d.webhook_id, d.leased_until IS NOT NULL AS took_over,
            NOT w.enabled AS asleep, coalesce(${ENDPOINT_STAMP}, '') AS stamp
       FROM (SELECT * FROM unnest($2::int[], $3::bigint[]) LIMIT cardinality($3)) AS r (environment_id, id)
       JOIN deliveries d ON d.environment_id = r.environment_id AND d.id = r.id
       LEFT JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id AND w.deleted_at IS NULL
      WHERE ${inIdRange('d.id', '$4', '$5')} AND (d.due_at <= now()) IS TRUE AND ${UNLEASED}
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
      WHERE d.environment_id = t.environment_id AND d.id = t.id AND ${inIdRange('d.id', '$4', '$5')} AND t.asleep IS NOT TRUE
      RETURNING d.environment_id, d.id, d.event_id, d.webhook_id, d.type, d.status, d.attempts, d.lease, t.took_over, t.stamp
   )
   SELECT string_agg(concat_ws(' ', c.environment_id, c.id, c.event_id, c.webhook_id, c.type, c.attempts, c.lease,
                                c.took_over::int, extract(epoch FROM now())::float8, c.stamp), ';') AS text,
          NULL AS body, NULL AS trace
     FROM claimed c WHERE c.status = 'pending'
    UNION ALL
   SELECT e.id::text, e.body, e.trace
     FROM (SELECT DISTINCT environment_id, event_id FROM claimed WHERE status = 'pending') c
     JOIN events e ON e.environment_id = c.environment_id AND e.id = c.event_id AND ${inIdRange('e.id', '$6', '$7')}
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
  dueByEnvironment({
    table: 'deliveries',
    columns: 'd.webhook_id AS "webhookId", d.event_id AS "eventId"',
    condition: `(d.leased_until IS NULL OR d.leased_until <= now() - $1::int * interval '1 millisecond')`,
  }),
);

// Pruned and limited like a claim, and fenced like an outcome.
const GIVE_BACK = namedQuery(
  'deliveries_give_back',
  `UPDATE deliveries d SET leased_until = NULL, updated_at = now()
     FROM (SELECT * FROM unnest($1::int[], $2::bigint[], $3::int[]) LIMIT cardinality($2)) AS r (environment_id, id, lease)
    WHERE d.environment_id = r.environment_id AND d.id = r.id AND ${inIdRange('d.id', '$4', '$5')} AND d.lease = r.lease
      AND d.leased_until IS NOT NULL`,
);

/** A delivery leased by this worker, with all data for sending it. */
export interface ClaimedDelivery extends StampedEndpoint {
  readonly environmentId: number;
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: EventKind;
  /** Attempts with an outcome so far. */
  readonly attempts: number;
  readonly lease: number;
  /** By `performance.now()`: after it another worker may have claimed the delivery. */
  readonly leasedUntil: number;
  /** The database's clock when `performance.now()` was 0, in milliseconds. See {@link databaseTime}. */
  readonly clockMs: number;
  /** Whether the lease of another worker had ended. */
  readonly tookOver: boolean;
  /** From its creation to this claim, by the database clock. */
  readonly waitedSeconds: number;
  /** Null when the event is past retention. */
  readonly body: Buffer | null;
  /** The trace of the request that caused the event. */
  readonly trace: Trace | null;
  /** Null when it was deleted. */
  readonly endpoint: DeliveryEndpoint | null;
}

/** The database's clock, at most the response time of the claim behind it. The clock of the host may be wrong. */
export function databaseTime({ clockMs }: Pick<ClaimedDelivery, 'clockMs'>): Date {
  return new Date(clockMs + performance.now());
}

type Sent = Pick<ClaimedDelivery, 'body' | 'trace'>;

/** Finds due deliveries and claims each for one worker at a time. */
export class DeliveryClaims implements DueSource {
  private readonly endpoints: DeliveryEndpoints;

  constructor(
    private readonly database: Database,
    private readonly leaseMs: number,
  ) {
    this.endpoints = new DeliveryEndpoints(database);
  }

  /** Claims those of the named deliveries that are due, without a valid lease and not locked. */
  async claim(refs: readonly WorkRef[]): Promise<ClaimedDelivery[]> {
    const leasedUntil = performance.now() + this.leaseMs;
    const environments = refs.map((ref) => ref.environmentId);
    const ids = refs.map((ref) => ref.id);
    const values = [this.leaseMs, environments, ids, ...idRangeOf(ids), ...eventIdRangeOf(refs)];
    const rows = await this.database.forSystem().run<Sent & { text: string | null }>(CLAIM, values);
    const answeredAt = performance.now();
    let lines: string | null = null;
    const events = new Map<string, Sent>();
    for (const row of rows) {
      if (row.body === null) lines = row.text;
      else events.set(row.text ?? '', row);
    }
    const claimed = lines?.split(';').map((line) => readLine(line, leasedUntil, answeredAt)) ?? [];
    const finding = Promise.all([this.endpoints.of(claimed), this.findMissing(claimed, events)]);
    const [endpoints] = await finding.catch(async (error: unknown) => {
      // If this fails too, the leases end by themselves.
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

  /** Ends the leases of unattempted deliveries, which makes them due as before. */
  private async giveBack(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const ids = claimed.map(({ id }) => id);
    const environments = claimed.map(({ environmentId }) => environmentId);
    const leases = claimed.map(({ lease }) => lease);
    await this.database.forSystem().run(GIVE_BACK, [environments, ids, leases, ...idRangeOf(ids)]);
  }

  /** The event ids of a queue are hints: events not found by them are read again, by the ids of the rows. */
  private async findMissing(claimed: readonly ClaimedDelivery[], events: Map<string, Sent>): Promise<void> {
    const missing = claimed.filter(({ eventId }) => !events.has(eventId));
    if (missing.length === 0) return;
    const values = [missing.map(({ environmentId }) => environmentId), missing.map(({ eventId }) => eventId)];
    const found = await this.database.forSystem().run<Sent & { id: string }>(EVENTS, values);
    for (const { id, ...event } of found) events.set(id, event);
  }

  /** Deliveries that have been due and without a valid lease for a time, by environment. */
  due(query: DueQuery): Promise<DuePage> {
    return readDue(this.database.forSystem(), DUE, query);
  }
}

/** Parses a line of CLAIM; event and endpoint are added later. */
function readLine(
  line: string,
  leasedUntil: number,
  answeredAt: number,
): { -readonly [Field in keyof ClaimedDelivery]: ClaimedDelivery[Field] } {
  const [environmentId, id = '', eventId, webhookId, type, attempts, lease, tookOver, claimedAt, stamp] =
    line.split(' ');
  const claimedAtMs = Number(claimedAt) * 1_000;
  return {
    environmentId: Number(environmentId),
    id,
    eventId: eventId ?? '',
    webhookId: webhookId ?? '',
    type: type as EventKind,
    attempts: Number(attempts),
    lease: Number(lease),
    leasedUntil,
    clockMs: claimedAtMs - answeredAt,
    tookOver: tookOver === '1',
    waitedSeconds: (claimedAtMs - idTime(id).getTime()) / 1_000,
    stamp: stamp ?? '',
    body: null,
    trace: null,
    endpoint: null,
  };
}

/** The span of the event ids; that of all ids when one is unknown. */
function eventIdRangeOf(refs: readonly WorkRef[]): readonly [string, string] {
  const known = refs.flatMap(({ eventId }) => eventId ?? []);
  return known.length === refs.length ? idRangeOf(known) : ['0', String(MAX_ID)];
}
